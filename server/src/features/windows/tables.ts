import type { WindowScope } from '@mission-control/contract/windows/rules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

/** A window as people define it; a deleted one is kept to name its occurrences. */
export const maintenanceWindows = pgTable('maintenance_windows', {
  id: serial().primaryKey(),
  name: text().notNull(),
  note: text().notNull(),
  scope: jsonb().$type<WindowScope>().notNull(),
  /** Wall-clock time in the zone. */
  starts: text().notNull(),
  zone: text().notNull(),
  minutes: integer().notNull(),
  /** RRULE; null: once. */
  rule: text(),
  switches: boolean().notNull(),
  /** Occurrences that begin before this are stored. */
  plannedUntil: time('planned_until').notNull(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
  deletedAt: time('deleted_at'),
});

/** An occurrence of a window. Once it has begun, only its end can change. */
export const windowTimes = pgTable(
  'window_times',
  {
    id: serial().primaryKey(),
    windowId: integer('window_id')
      .notNull()
      .references(() => maintenanceWindows.id),
    scope: jsonb().$type<WindowScope>().notNull(),
    switches: boolean().notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** When its beginning and its end were announced. Whether it is active depends only on its times. */
    begunAt: time('begun_at'),
    overAt: time('over_at'),
  },
  (table) => [
    uniqueIndex('window_times_start').on(table.windowId, table.startsAt),
    index('window_times_starts').on(table.startsAt, table.id),
    index('window_times_ends').on(table.endsAt, table.id),
    // Partial, because only few of the occurrences of two years are not over yet.
    index('window_times_open')
      .on(table.id)
      .where(sql`${table.overAt} is null`),
  ],
);

/** Services whose maintenance switch follows a window; written in the same transaction that turned it on. */
export const windowSwitches = pgTable(
  'window_switches',
  {
    timeId: integer('time_id')
      .notNull()
      .references(() => windowTimes.id, { onDelete: 'cascade' }),
    tenantId: tenantId(),
    service: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.timeId, table.tenantId, table.service] }),
    index('window_switches_tenant').on(table.tenantId),
  ],
);
