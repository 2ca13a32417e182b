import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenants } from '../../fleet/tables.ts';
import { userId } from '../auth/public.ts';

/** Unsaved edits of a person on a page. */
export const drafts = pgTable(
  'drafts',
  {
    userId: userId(),
    page: text().notNull(),
    tenantId: integer('tenant_id').references(() => tenants.id, { onDelete: 'cascade' }),
    /** Ciphertext: edits may contain secrets. */
    value: text().notNull(),
    base: text().notNull(),
    writer: text().notNull(),
    turn: integer().notNull(),
    version: integer().notNull(),
    savedAt: time('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.page] }),
    index('drafts_tenant').on(table.tenantId),
    index('drafts_saved').on(table.savedAt),
  ],
);
