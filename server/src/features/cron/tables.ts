import type { CronTask } from '@mission-control/contract/cron/schema';
import { integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
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
