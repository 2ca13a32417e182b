import type { CronTask } from '@mission-control/contract/cron/schema';
import { index, integer, json, pgTable, primaryKey, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { environments, tenants } from '../../fleet/tables.ts';
import type { FailedRun } from './failed-runs.ts';

/** Newest cron report per tenant and reporting environment. */
export const cronReports = pgTable(
  'cron_reports',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    environmentId: integer('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    created: timestamp({ withTimezone: true }).notNull(),
    /**
     * The running tasks as sent by the tenant's system, possibly malformed (C-045); stored as a JSON string literal, so that the
     * fleet list is built without parsing them.
     */
    cronTasks: text('cron_tasks'),
    tasks: json().$type<CronTask[]>().notNull(),
    /** The tasks whose last run failed, so that the fleet page reads no logs. */
    failed: json().$type<FailedRun[]>().notNull().default([]),
    /** When the first task becomes late without another report, and which; null: none. */
    lateAt: timestamp('late_at', { withTimezone: true }),
    lateTask: text('late_task'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.environmentId] })],
);

/** What the newest report does not tell any more: failures of tasks, and times without reports. Kept for 90 days. */
export const cronIncidents = pgTable(
  'cron_incidents',
  {
    id: serial().primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    environmentId: integer('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    what: text().$type<CronIncident>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Group and name of the task; both empty: it is about the reports. */
    taskGroup: text('task_group').notNull().default(''),
    task: text().notNull().default(''),
  },
  (table) => [
    index('cron_incidents_at').on(table.at, table.id),
    index('cron_incidents_environment').on(table.environmentId, table.at, table.id),
    // An incident that two reports tell at once is stored once.
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

/** A task failed or ran again; reports stopped (at the last one) or came again. */
export type CronIncident = 'failed' | 'recovered' | 'stopped' | 'resumed';
