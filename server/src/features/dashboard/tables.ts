import type { Slice } from '@mission-control/contract/dashboard/schema';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../tenants/public.ts';

const tenantId = () =>
  integer('tenant_id')
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' });

/** What was last reported of each tenant's members. */
export const memberStatistics = pgTable('member_statistics', {
  tenantId: tenantId().primaryKey(),
  all: integer('all_members').notNull(),
  oncourse: integer().notNull(),
  /** Null when the report does not tell it. */
  centres: integer(),
  homeportalOncourse: integer('homeportal_oncourse').notNull(),
  gender: jsonb().$type<Slice[]>().notNull(),
  age: jsonb().$type<Slice[]>().notNull(),
  distribution: jsonb().$type<Slice[]>().notNull(),
  /** When the report was made. */
  created: timestamp({ withTimezone: true }).notNull(),
});

/** The errors of tenants' SDD of the last days. */
export const sddErrors = pgTable(
  'sdd_errors',
  {
    tenantId: tenantId(),
    /** When it happened. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** SHA-256 of level and message: what is told again is not stored again. */
    hash: text().notNull(),
    level: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.at, table.hash] }), index('sdd_errors_at').on(table.at)],
);
