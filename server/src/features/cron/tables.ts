import type { CronTask } from '@mission-control/contract/cron/schema';
import { integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { FailedRun } from './failed-runs.ts';
import { environments } from '../environments/public.ts';
import { tenants } from '../tenants/public.ts';

/** The newest cron report of each environment about each of its tenants. */
export const cronReports = pgTable(
  'cron_reports',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    environmentId: integer('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    /** When the report was made. */
    created: timestamp({ withTimezone: true }).notNull(),
    /**
     * The running tasks as the tenant's system wrote them, maybe broken (C-045); written as a JSON string, so that the list of
     * the fleet is put together without reading them.
     */
    cronTasks: text('cron_tasks'),
    tasks: json().$type<CronTask[]>().notNull(),
    /** Of these tasks, those whose last run went wrong, so that the page of the fleet reads no logs. */
    failed: json().$type<FailedRun[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.environmentId] })],
);
