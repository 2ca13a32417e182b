import type { LogLevel } from '@mission-control/contract/log-level/schema';
import { boolean, index, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { regions } from '../environments/public.ts';

export const accounts = pgTable('accounts', {
  id: serial().primaryKey(),
  tradingName: text('trading_name').notNull(),
});

export const tenants = pgTable(
  'tenants',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    /** NFKC, case-folded name: names are unique ignoring case and Unicode form. */
    nameKey: text('name_key').notNull(),
    regionId: integer('region_id')
      .notNull()
      .references(() => regions.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    active: boolean().notNull().default(true),
    /** Training or test site; the Production switch is its inverse. Independent of the deployment group (C-061). */
    staging: boolean().notNull().default(false),
    deploymentGroup: text('deployment_group').notNull().default('production'),
    /** The level in force unless a temporary one is. */
    logLevel: text('log_level').$type<LogLevel>().notNull().default('INFO'),
    /** Null when no report has told the number. */
    totalMembers: integer('total_members'),
    /** Null when no report has told the number. */
    totalCentres: integer('total_centres'),
    /** Fallback for the Licence config's `expires` (C-078); free text, may be no date. */
    licenceExpires: text('licence_expires'),
    /** Raised by every change of the tenant or of one of its services. */
    version: integer().notNull().default(1),
    /** When the tenant was created and by whom, here or as the inventory says; null when nobody knows. */
    createdAt: timestamp('created_at', { withTimezone: true }),
    createdBy: text('created_by'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    updatedBy: text('updated_by').notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    deletedBy: text('deleted_by'),
  },
  (table) => [
    uniqueIndex('tenants_name_key')
      .on(table.nameKey)
      .where(sql`deleted_at is null`),
    index('tenants_account').on(table.accountId),
  ],
);
