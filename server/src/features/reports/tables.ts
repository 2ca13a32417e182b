import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { environments } from '../../fleet/tables.ts';

const environmentId = () =>
  integer('environment_id')
    .notNull()
    .references(() => environments.id, { onDelete: 'cascade' });

/** The report token of each reporting environment. */
export const reportTokens = pgTable('report_tokens', {
  environmentId: environmentId().primaryKey(),
  /** SHA-256 of the token; the token itself is not stored. */
  hash: text().notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  createdBy: text('created_by').notNull(),
});

/** Received reports, to store each only once; deleted after a week. */
export const reportReceipts = pgTable(
  'report_receipts',
  {
    environmentId: environmentId(),
    reportId: uuid('report_id').notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.reportId] }),
    index('report_receipts_received').on(table.receivedAt),
  ],
);
