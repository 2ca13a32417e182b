import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { tenantParams } from '../id.ts';
import { failedTask, tenantTask } from './schema.ts';

/** A tenant's cron state on one environment. */
const cronRow = z.object({
  id: z.int(),
  tenant_name: z.string(),
  /** JSON text of the running tasks; null without a report; may be malformed. */
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
  topics: () => [TOPIC.cron, TOPIC.tenants],
  throttleMs: 5_000,
  summary: 'The running cron tasks of all tenants, a row for each environment that reports them.',
  answer: z.object({
    tenants: z.array(cronRow),
    /** Tasks whose last run failed, newest first; `total` includes those beyond the response limit. */
    failed: z.object({ total: z.int(), tasks: z.array(failedTask) }),
  }),
});

export const getTenantCron = defineCall({
  name: 'getTenantCron',
  method: 'GET',
  path: '/api/tenant/{id}/cron',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenantCron(params.id)],
  summary: 'All cron tasks of a tenant with their logs, as last reported.',
  params: tenantParams,
  answer: z.object({
    tasks: z.array(tenantTask),
    /** When the report was made, ISO 8601; the oldest if there are several environments. Null without a report. */
    created: z.string().nullable(),
  }),
});
