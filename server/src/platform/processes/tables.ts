import { jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProcessMark } from './process-mark.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** The server processes of the installation that have not left in good order. All times are the database's. */
export const processes = pgTable('processes', {
  id: text().primaryKey(),
  /** Names the lock that its session with the database holds. */
  number: serial().notNull(),
  mark: jsonb().$type<ProcessMark>().notNull(),
  joinedAt: time('joined_at').notNull().defaultNow(),
  /** Since when its session is missing; null while it is there. */
  missingSince: time('missing_since'),
  /** When it was found to be gone; null while it may be alive. */
  goneAt: time('gone_at'),
});
