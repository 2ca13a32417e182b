import type { Slice } from '@mission-control/contract/dashboard/schema';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

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
  created: time().notNull(),
});

/** Recent errors of tenants' SDD. */
export const sddErrors = pgTable(
  'sdd_errors',
  {
    tenantId: tenantId(),
    at: time().notNull(),
    /** SHA-256 of level and message, to deduplicate repeated reports; also of the stated time if this is ahead of the report. */
    hash: text().notNull(),
    level: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.at, table.hash] }), index('sdd_errors_at').on(table.at)],
);
