import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { userId } from '../auth/public.ts';

/** Open tabs on a page with a form. All times use the database clock. */
export const presences = pgTable(
  'presences',
  {
    tab: text().primaryKey(),
    userId: userId(),
    page: text().notNull(),
    editing: boolean().notNull(),
    since: time('since').notNull().defaultNow(),
    seenAt: time('seen_at').notNull().defaultNow(),
  },
  (table) => [
    index('presences_page').on(table.page),
    index('presences_user').on(table.userId),
    index('presences_seen').on(table.seenAt),
  ],
);
