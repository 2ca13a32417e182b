import { z } from 'zod';
import { defineReport } from '../reports/define-report.ts';

const word = z.string().max(200);

/** When a task may run: always, only manually, or `minimum` minutes after the last run. */
const time = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('always') }),
  z.strictObject({ type: z.literal('manual') }),
  z.strictObject({ type: z.literal('delay'), minimum: z.number().min(0).max(1_000_000) }),
]);

const cronLog = z.strictObject({
  context: z.strictObject({ status: z.enum(['task_end', 'task_fail', 'task_dead']) }),
  message: z.string().max(20_000),
  e2e: z.strictObject({ task_duration_in_seconds: z.number().min(0).max(100_000_000) }),
  /** ISO 8601. */
  datetime: word,
});
export type CronLog = z.infer<typeof cronLog>;

/** A cron task as reported by the tenant's system. */
export const cronTask = z.strictObject({
  group: z.strictObject({ name: word }),
  taskName: word,
  restrictions: z.strictObject({
    time,
    /** Daily time window. */
    run: z.strictObject({ notBefore: word.nullable(), notAfter: word.nullable() }).nullable(),
    /** Runs only while a setting of the tenant has this value. */
    conditional: z.strictObject({ variable: word, is: z.union([word, z.number(), z.boolean()]) }).nullable(),
  }),
  execution: z.strictObject({
    chain: z.strictObject({ frequency: z.union([word, z.number()]), order: z.number() }).nullable(),
  }),
  state: z.strictObject({ status_text: word, finished_fuzzy: word }),
  logs: z.array(cronLog).max(500),
});
export type CronTask = z.infer<typeof cronTask>;

/** An environment's report about a tenant's cron. */
export const cronEntry = {
  /** The running tasks as JSON text: a list of {task, elapsed (seconds), elapsed_formatted}. Stored verbatim, even when malformed. */
  cron_tasks: z.string().max(100_000).nullable(),
  /** All tasks with the logs of the last 24 hours. */
  tasks: z.array(cronTask).max(200),
};

/** A task with the environment that reported it and the time of the report (ISO 8601). */
export const tenantTask = cronTask.extend({ environment_name: z.string(), created: z.string() });
export type TenantTask = z.infer<typeof tenantTask>;

/** A task whose last run failed or died. */
export const failedTask = z.object({
  id: z.int(),
  tenant_name: z.string(),
  environment_name: z.string(),
  group: z.string(),
  task: z.string(),
  status: z.enum(['task_fail', 'task_dead']),
  /** Beginning of its message. */
  message: z.string(),
  /** When the run ended, as reported. */
  datetime: z.string(),
});
export type FailedTask = z.infer<typeof failedTask>;

export const reportCron = defineReport(
  'cron',
  "The state of tenants' cron: running tasks, all tasks, their logs.",
  cronEntry,
);
