import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

/** The audit log, one hash chain: `hash` covers the row and the previous hash. Append-only. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: time().notNull(),
    actor: text().notNull(),
    actorId: integer('actor_id'),
    action: text().notNull(),
    subject: text().notNull(),
    tenantId: integer('tenant_id'),
    before: jsonb(),
    after: jsonb(),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    index('audit_events_tenant').on(table.tenantId, table.id),
    index('audit_events_at').on(table.at),
    index('audit_events_actor').on(table.actor, table.id),
    index('audit_events_action').on(table.action, table.id),
    // For the timeline, by tenant and by action.
    index('audit_events_tenant_at').on(table.tenantId, table.at, table.id),
    index('audit_events_action_at').on(table.action, table.at, table.id),
    index('audit_events_part').on(sql`(${table.after} ->> 'part_of')`, table.id),
  ],
);

/** A single row with the newest hash of the chain; locked by a transaction that appends. */
export const auditHead = pgTable('audit_head', {
  id: integer().primaryKey(),
  hash: text().notNull(),
  length: bigint({ mode: 'number' }).notNull(),
});

/** Signed records of events removed by retention (0098), written by the owner; the newest one states where the chain begins. */
export const auditRemovals = pgTable('audit_removals', {
  /** The last removed event and its hash. */
  lastId: bigint('last_id', { mode: 'number' }).primaryKey(),
  lastHash: text('last_hash').notNull(),
  at: time().notNull(),
  /** All events up to the last one, those of earlier removals included. */
  length: bigint({ mode: 'number' }).notNull(),
  publicKey: text('public_key').notNull(),
  signature: text().notNull(),
});

/** Delivery status of checkpoints, by additional store. */
export const auditCopies = pgTable('audit_copies', {
  store: text().primaryKey(),
  deliveredAt: time('delivered_at'),
  /** Since when it has been failing, and why; null: it is not failing. */
  failingSince: time('failing_since'),
  failure: text(),
});
