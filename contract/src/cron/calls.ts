import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantParams } from '../tenants/schema.ts';
import { reportCron } from './report.ts';
import { failedTask, tenantTask } from './schema.ts';

/** The cron of a tenant on one environment. */
const cronRow = z.object({
  id: z.int(),
  tenant_name: z.string(),
  /** JSON text of the running tasks; null without a report, and possibly broken. */
  cron_tasks: z.string().nullable(),
  environment_name: z.string().nullable(),
  /** When the report was made, ISO 8601; null without a report. */
  created: z.string().nullable(),
});
export type CronRow = z.infer<typeof cronRow>;

export const listCron = defineCall({
  name: 'listCron',
  method: 'GET',
  path: '/api/tenant/cron',
  access: 'viewer',
  summary: 'The running cron tasks of all tenants, a row for each environment that reports them.',
  answer: z.object({
    tenants: z.array(cronRow),
    /** The tasks whose last run went wrong, the newest first; `total` counts also those beyond the most that are answered. */
    failed: z.object({ total: z.int(), tasks: z.array(failedTask) }),
  }),
});

export const getTenantCron = defineCall({
  name: 'getTenantCron',
  method: 'GET',
  path: '/api/tenant/{id}/cron',
  access: 'viewer',
  summary: 'All cron tasks of a tenant with their logs, as last reported.',
  params: tenantParams,
  answer: z.object({
    tasks: z.array(tenantTask),
    /** When the report was made, ISO 8601; of several environments' the oldest. Null without a report. */
    created: z.string().nullable(),
  }),
});

export const cronCalls = [listCron, getTenantCron, reportCron];
