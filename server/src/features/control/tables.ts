import type { LogLevel } from '@mission-control/contract/control/schema';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../../fleet/tables.ts';

/** An active temporary log level. Without a row the permanent level (`tenants.logLevel`) applies. */
export const temporaryLogLevels = pgTable(
  'temporary_log_levels',
  {
    tenantId: integer('tenant_id')
      .primaryKey()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    level: text().$type<LogLevel>().notNull(),
    /** When the permanent level is restored; absolute, so that overdue levels are found after a downtime (R13). */
    until: timestamp({ withTimezone: true }).notNull(),
    setAt: timestamp('set_at', { withTimezone: true }).notNull(),
    setBy: text('set_by').notNull(),
  },
  (table) => [index('temporary_log_levels_until').on(table.until)],
);
