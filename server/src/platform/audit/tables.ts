import { bigint, bigserial, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Every change, in one hash chain: `hash` covers the row and the hash before it. Rows are only ever inserted. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
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
  (table) => [index('audit_events_tenant').on(table.tenantId, table.id)],
);

/** One row: the newest hash of the chain, locked while a transaction appends to it. */
export const auditHead = pgTable('audit_head', {
  id: integer().primaryKey(),
  hash: text().notNull(),
  length: bigint({ mode: 'number' }).notNull(),
});
