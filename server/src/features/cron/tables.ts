import type { CronTask } from '@mission-control/contract/cron/schema';
import type { CronTrouble } from '@mission-control/contract/cron/troubles';
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { environments, tenantId } from '../../fleet/tables.ts';
import type { FailedRun } from './failed-runs.ts';
import type { KnownTask, TaskDay } from './history/runs.ts';
import type { TaskSlot } from './history/slots.ts';

/** The tenant and the environment that reports about it. */
const place = () => ({
  tenantId: tenantId(),
  environmentId: integer('environment_id')
    .notNull()
    .references(() => environments.id, { onDelete: 'cascade' }),
});

/** Newest cron report per tenant and reporting environment. */
export const cronReports = pgTable(
  'cron_reports',
  {
    ...place(),
    created: time().notNull(),
    /**
     * The running tasks as sent by the tenant's system, possibly malformed (C-045); stored as a JSON string literal, so that the
     * fleet list is built without parsing them.
     */
    cronTasks: text('cron_tasks'),
    tasks: json().$type<CronTask[]>().notNull(),
    /** The tasks whose last run failed, so that the fleet page reads no logs. */
    failed: json().$type<FailedRun[]>().notNull().default([]),
    /** When the first task becomes late without another report, and which task; null: none. */
    lateAt: time('late_at'),
    lateTask: text('late_task'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.environmentId] })],
);

/** Incidents that the newest report no longer contains: failed and recovered tasks, and gaps between reports. Kept for 90 days. */
export const cronIncidents = pgTable(
  'cron_incidents',
  {
    id: serial().primaryKey(),
    ...place(),
    what: text().$type<CronIncident>().notNull(),
    at: time().notNull(),
    /** Group and name of the task; both empty when it is about the reports. */
    taskGroup: text('task_group').notNull().default(''),
    task: text().notNull().default(''),
  },
  (table) => [
    index('cron_incidents_at').on(table.at, table.id),
    index('cron_incidents_environment').on(table.environmentId, table.at, table.id),
    // An incident that two reports contain is stored once.
    uniqueIndex('cron_incidents_tenant').on(
      table.tenantId,
      table.at,
      table.environmentId,
      table.what,
      table.taskGroup,
      table.task,
    ),
  ],
);

/** A task failed or recovered; reports stopped (at the last one) or resumed. */
export type CronIncident = 'failed' | 'recovered' | 'stopped' | 'resumed';

/** Problems of tasks as of their newest report, so that the board and the alert rules read no reports. */
export const cronTroubles = pgTable(
  'cron_troubles',
  {
    ...place(),
    taskGroup: text('task_group').notNull(),
    task: text().notNull(),
    what: text().$type<CronTrouble>().notNull(),
    since: time().notNull(),
    message: text().notNull(),
    seconds: doublePrecision(),
    low: doublePrecision(),
    high: doublePrecision(),
    /** How far a run is outside its band, in per cent of the nearer edge. */
    percent: integer(),
    running: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.environmentId, table.taskGroup, table.task, table.what] }),
    index('cron_troubles_what').on(table.what, table.since),
  ],
);

/** The tasks of a tenant, each with the end of its last counted run and its band of the last 30 days, recalculated once an hour. */
export const cronBands = pgTable(
  'cron_bands',
  {
    ...place(),
    tasks: json().$type<KnownTask[]>().notNull(),
    reckonedAt: time('reckoned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.environmentId] })],
);

/** Daily summaries (UTC) of the runs of a tenant's tasks, kept for 30 days: the basis of bands and histories. */
export const cronDays = pgTable(
  'cron_days',
  { ...place(), day: date().notNull(), tasks: json().$type<TaskDay[]>().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.environmentId, table.day] }),
    index('cron_days_day').on(table.day),
  ],
);

/** The runs of all tenants of an environment in ten minutes, added when they are counted; kept for two days. */
export const cronSlots = pgTable(
  'cron_slots',
  {
    environmentId: integer('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    at: time().notNull(),
    /** Number of runs in each of its seconds, and the maximum. */
    running: smallint().array().notNull(),
    most: smallint().notNull(),
    tasks: json().$type<TaskSlot[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environmentId, table.at] }), index('cron_slots_at').on(table.at)],
);
