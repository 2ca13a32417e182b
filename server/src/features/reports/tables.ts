import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
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
  createdAt: time('created_at').notNull(),
  createdBy: text('created_by').notNull(),
});

/** Received reports, to store each only once; deleted after a week. */
export const reportReceipts = pgTable(
  'report_receipts',
  {
    environmentId: environmentId(),
    reportId: uuid('report_id').notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.reportId] }),
    index('report_receipts_received').on(table.receivedAt),
  ],
);
