import { jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The server processes of the installation that have not shut down cleanly. All times are the database's. */
export const processes = pgTable('processes', {
  id: text().primaryKey(),
  /** Number of the advisory lock held by its database session. */
  number: serial().notNull(),
  mark: jsonb().$type<ProcessIdentity>().notNull(),
  joinedAt: time('joined_at').notNull().defaultNow(),
  /** When its session was found missing; null while present. */
  missingSince: time('missing_since'),
  /** When it was found to be gone; null while it may be alive. */
  goneAt: time('gone_at'),
});
