import type { LogLevel, SwitchName } from '@mission-control/contract/control/schema';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

/** An active temporary log level. Without a row the permanent level (`tenants.logLevel`) applies. */
export const temporaryLogLevels = pgTable(
  'temporary_log_levels',
  {
    tenantId: tenantId().primaryKey(),
    level: text().$type<LogLevel>().notNull(),
    /** When the permanent level is restored; absolute, so that overdue levels are found after a downtime (R13). */
    until: time().notNull(),
    setAt: time('set_at').notNull(),
    setBy: text('set_by').notNull(),
  },
  (table) => [index('temporary_log_levels_until').on(table.until)],
);

/** The last known control file of a server; no row if none was ever sent (C-134). */
export const controlConfirmations = pgTable(
  'control_confirmations',
  {
    tenantId: tenantId(),
    service: text().notNull(),
    host: text().notNull(),
    /** Hash of the content last read back; null before the first confirmation. */
    sha256: text(),
    confirmedAt: time('confirmed_at'),
    /** Why the last attempt failed; null if none has failed since the confirmation. */
    error: text(),
    failedAt: time('failed_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.service, table.host] })],
);

/** Switches that revert at a set time. */
export const switchEnds = pgTable(
  'switch_ends',
  {
    tenantId: tenantId(),
    /** Slug of the service; '' for `active`, which belongs to the tenant. */
    service: text().notNull(),
    name: text().$type<SwitchName>().notNull(),
    /** The value from that time on. */
    restores: boolean().notNull(),
    until: time().notNull(),
    setBy: text('set_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.service, table.name] }),
    index('switch_ends_until').on(table.until),
  ],
);
