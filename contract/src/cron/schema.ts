import { z } from 'zod';
import { defineReport } from '../reports/define-report.ts';
import { CRON_TROUBLES } from './troubles.ts';

const word = z.string().max(200);
/** Name of an environment, a group or a task. */
export const taskWord = word;

/** When a task may run: always, only manually, or `minimum` minutes after the last run. */
const time = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('always') }),
  z.strictObject({ type: z.literal('manual') }),
  z.strictObject({ type: z.literal('delay'), minimum: z.number().min(0).max(1_000_000) }),
]);

/** Outcomes of a run. */
export const RUN_STATUSES = ['task_end', 'task_fail', 'task_dead'] as const;

const cronLog = z.strictObject({
  context: z.strictObject({ status: z.enum(RUN_STATUSES) }),
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
  /** When it is due, if it runs by a cron expression. An unsupported one is shown verbatim. */
  schedule: z
    .strictObject({
      /** Five fields: minute, hour, day of month, month, day of week. */
      cron: word,
      /** IANA time zone of the fields; defaults to the time zone that the tenant's system reports, or UTC. */
      zone: word.optional(),
    })
    .optional(),
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

const band = z.object({ low: z.number(), high: z.number(), runs: z.int() });

/** A task with the environment that reported it and the time of the report (ISO 8601). */
export const tenantTask = cronTask.extend({
  environment_name: z.string(),
  created: z.string(),
  /** Its next run in the zone of the tenant; `earliest`: not before then. Null while it is running or if unknown. */
  next_run: z.object({ at: z.string(), zone: z.string(), earliest: z.boolean() }).nullable(),
  /** Usual duration of its runs, in seconds; null until enough have ended. */
  band: band.nullable(),
});
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

/** Durations in seconds. */
export const taskHistory = z.object({
  band: band.nullable(),
  /** Days with runs, oldest first. Percentiles are of successful runs; null without any. */
  days: z.array(
    z.object({
      day: z.string(),
      ended: z.int(),
      failed: z.int(),
      dead: z.int(),
      low: z.number().nullable(),
      median: z.number().nullable(),
      high: z.number().nullable(),
    }),
  ),
  /** Newest first, at most 20 per day. */
  outliers: z.array(z.object({ at: z.string(), seconds: z.number(), status: z.enum(RUN_STATUSES) })),
});
export type TaskHistory = z.infer<typeof taskHistory>;

/** Concurrent tasks of an environment within ten minutes. */
export const overlapSlot = z.object({
  /** Start, ISO 8601. */
  at: z.string(),
  /** Maximum runs in the same second; null: not reported yet. */
  most: z.int().nullable(),
  /** The first such second. */
  most_at: z.string().nullable(),
  /** On average over the ten minutes. */
  average: z.number(),
  /** Runs by task, longest total duration first. */
  tasks: z.array(z.object({ group: z.string(), task: z.string(), runs: z.int() })),
  /** Number of tasks not listed. */
  others: z.int(),
});
export type OverlapSlot = z.infer<typeof overlapSlot>;

/** A task with runs whose message contains a text. */
export const foundLog = z.object({
  id: z.int(),
  tenant_name: z.string(),
  environment_name: z.string(),
  group: z.string(),
  task: z.string(),
  /** Number of matching runs in the report. */
  runs: z.int(),
  /** The newest of them, with the start of its message. */
  status: z.enum(RUN_STATUSES),
  datetime: z.string(),
  message: z.string(),
});
export type FoundLog = z.infer<typeof foundLog>;

/** A problem with a task, as of the last report. */
export const cronTrouble = z.object({
  id: z.int(),
  tenant_name: z.string(),
  environment_name: z.string(),
  group: z.string(),
  task: z.string(),
  what: z.enum(CRON_TROUBLES),
  /** When the run ended or started, or when the task was due; ISO 8601. */
  since: z.string(),
  /** Time of the report, ISO 8601. */
  created: z.string(),
  /** Start of the message of a failed run. */
  message: z.string(),
  /** Duration of the run so far or in total, and the band of its task; null where not applicable. */
  seconds: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** True while it is still running. */
  running: z.boolean(),
});
export type CronTroubleRow = z.infer<typeof cronTrouble>;

export const reportCron = defineReport(
  'cron',
  "The state of tenants' cron: running tasks, all tasks, their logs.",
  cronEntry,
);
