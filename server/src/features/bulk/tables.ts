import type { Role } from '@mission-control/contract/call';
import type { BulkAction, BulkRowState, BulkStages, BulkState } from '@mission-control/contract/bulk/schema';
import { boolean, index, integer, jsonb, pgTable, primaryKey, serial, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import type { Facet } from './facets.ts';

/** A change of many tenants, which workers process tenant by tenant (0112). */
export const bulkChanges = pgTable(
  'bulk_changes',
  {
    id: serial().primaryKey(),
    /** Key of the click that started it. */
    key: uuid().notNull().unique(),
    /** The value of a setting is ciphertext. */
    action: jsonb().$type<BulkAction>().notNull(),
    title: text().notNull(),
    stages: jsonb().$type<BulkStages>().notNull(),
    tenants: integer().notNull(),
    undoOf: integer('undo_of'),
    retryOf: integer('retry_of'),
    state: text().$type<BulkState>().notNull(),
    /** Why it was stopped. */
    reason: text(),
    /** Index of the current stage. */
    stage: integer().notNull().default(0),
    /** When the next stage starts automatically. */
    resumesAt: time('resumes_at'),
    startedBy: text('started_by').notNull(),
    startedById: integer('started_by_id'),
    role: text().$type<Role>().notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    /** The process that works on it, until `leaseUntil` by the database clock; null: none. */
    owner: text(),
    leaseUntil: time('lease_until'),
  },
  (table) => [index('bulk_changes_state').on(table.state), index('bulk_changes_undo').on(table.undoOf)],
);

/** One tenant of a bulk change. Its outcome is stored in the transaction that changes the tenant. */
export const bulkRows = pgTable(
  'bulk_rows',
  {
    bulkId: integer('bulk_id')
      .notNull()
      .references(() => bulkChanges.id, { onDelete: 'cascade' }),
    /** Not a foreign key: the outcome outlives the tenant. */
    tenantId: integer('tenant_id').notNull(),
    tenantName: text('tenant_name').notNull(),
    production: boolean().notNull(),
    position: integer().notNull(),
    stage: integer().notNull(),
    state: text().$type<BulkRowState>().notNull(),
    /** What the preview saw; null: not checked. */
    seen: text(),
    reason: text(),
    /** Values as displayed, secrets masked. */
    shownBefore: text('shown_before'),
    shownAfter: text('shown_after'),
    /** The state before and after, for the undo; null while nothing has changed. */
    before: jsonb().$type<Facet>(),
    after: jsonb().$type<Facet>(),
    /** The revision that was saved or is to be committed. */
    revision: integer(),
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.bulkId, table.tenantId] }),
    index('bulk_rows_next').on(table.bulkId, table.state, table.position),
  ],
);
