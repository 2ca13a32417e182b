import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../auth/public.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Open tabs that have a page with a form. All times are the database's. */
export const presences = pgTable(
  'presences',
  {
    tab: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
