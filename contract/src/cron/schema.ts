import { z } from 'zod';

const word = z.string().max(200);

/** When a task may run: always, only by hand, or `minimum` minutes after the last time. */
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

/** A task of a tenant's cron, as its system tells it. */
export const cronTask = z.strictObject({
  group: z.strictObject({ name: word }),
  taskName: word,
  restrictions: z.strictObject({
    time,
    /** Times of the day between which it may run. */
    run: z.strictObject({ notBefore: word.nullable(), notAfter: word.nullable() }).nullable(),
    /** It runs only while a setting of the tenant has this value. */
    conditional: z.strictObject({ variable: word, is: z.union([word, z.number(), z.boolean()]) }).nullable(),
  }),
  execution: z.strictObject({
    chain: z.strictObject({ frequency: z.union([word, z.number()]), order: z.number() }).nullable(),
  }),
  state: z.strictObject({ status_text: word, finished_fuzzy: word }),
  logs: z.array(cronLog).max(500),
});
export type CronTask = z.infer<typeof cronTask>;

/** What an environment reports of the cron of a tenant. */
export const cronEntry = {
  /** The running tasks as JSON text: a list of {task, elapsed (seconds), elapsed_formatted}. Kept as it is, even when it is none. */
  cron_tasks: z.string().max(100_000).nullable(),
  /** All tasks with their logs of the last 24 hours. */
  tasks: z.array(cronTask).max(200),
};

/** A task as the console answers it: with the environment that reports it, and when it did (ISO 8601). */
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
  /** The beginning of what it said. */
  message: z.string(),
  /** When the run ended, as reported. */
  datetime: z.string(),
});
export type FailedTask = z.infer<typeof failedTask>;
