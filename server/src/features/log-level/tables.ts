import type { LogLevel } from '@mission-control/contract/log-level/schema';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../tenants/public.ts';

/** A temporary log level in force. Without a row the tenant's own level (`tenants.logLevel`) is, which is also what is restored. */
export const temporaryLogLevels = pgTable(
  'temporary_log_levels',
  {
    tenantId: integer('tenant_id')
      .primaryKey()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    level: text().$type<LogLevel>().notNull(),
    /** When the own level is restored; an absolute time, so that a server that was down knows what is overdue (R13). */
    until: timestamp({ withTimezone: true }).notNull(),
    setAt: timestamp('set_at', { withTimezone: true }).notNull(),
    setBy: text('set_by').notNull(),
  },
  (table) => [index('temporary_log_levels_until').on(table.until)],
);
