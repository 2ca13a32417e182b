import type { Slice } from '@mission-control/contract/dashboard/schema';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../../fleet/tables.ts';

const tenantId = () =>
  integer('tenant_id')
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' });

/** Last reported member statistics of each tenant. */
export const memberStatistics = pgTable('member_statistics', {
  tenantId: tenantId().primaryKey(),
  all: integer('all_members').notNull(),
  oncourse: integer().notNull(),
  /** Null if not reported. */
  centres: integer(),
  homeportalOncourse: integer('homeportal_oncourse').notNull(),
  gender: jsonb().$type<Slice[]>().notNull(),
  age: jsonb().$type<Slice[]>().notNull(),
  distribution: jsonb().$type<Slice[]>().notNull(),
  created: timestamp({ withTimezone: true }).notNull(),
});

/** Recent errors of tenants' SDD. */
export const sddErrors = pgTable(
  'sdd_errors',
  {
    tenantId: tenantId(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** SHA-256 of level and message, to deduplicate repeated reports. */
    hash: text().notNull(),
    level: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.at, table.hash] }), index('sdd_errors_at').on(table.at)],
);
