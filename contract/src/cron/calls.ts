import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { idInAddress, numberInAddress, tenantParams } from '../id.ts';
import {
  cronTrouble,
  failedTask,
  foundLog,
  overlapSlot,
  RUN_STATUSES,
  taskHistory,
  taskWord,
  tenantTask,
} from './schema.ts';
import { CRON_TROUBLES, CRON_TROUBLE_SORTS, TROUBLES_PAGE } from './troubles.ts';

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

export const getCronHistory = defineCall({
  name: 'getCronHistory',
  method: 'GET',
  path: '/api/tenant/{id}/cron/history',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenantCron(params.id)],
  throttleMs: 5_000,
  summary:
    'The runs of a task of a tenant in the last 30 days: by day (UTC), and those that failed or were outside of its band one by one.',
  params: tenantParams,
  query: z.strictObject({ environment: taskWord, group: taskWord, task: taskWord }),
  answer: taskHistory,
});

export const listCronTroubles = defineCall({
  name: 'listCronTroubles',
  method: 'GET',
  path: '/api/cron/trouble',
  access: 'viewer',
  topics: () => [TOPIC.cron, TOPIC.tenants],
  throttleMs: 5_000,
  summary: `Tasks of the fleet that fail, died, are overdue, have not started, or run too long or too short, ${TROUBLES_PAGE} at a time, and how many there are of each.`,
  query: z.strictObject({
    what: z.enum(CRON_TROUBLES).optional(),
    environment: idInAddress.optional(),
    /** Part of the name of a tenant, a group or a task. */
    q: z.string().max(200).optional(),
    sort: z.enum(CRON_TROUBLE_SORTS).default('since'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    page: numberInAddress(1, 10_000).default(1),
  }),
  answer: z.object({
    troubles: z.array(cronTrouble),
    /** Of the filters with the kind. */
    total: z.int(),
    /** Of the filters without the kind. */
    counts: z.record(z.enum(CRON_TROUBLES), z.int()),
    /** Environments that report cron. */
    environments: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

export const getCronOverlap = defineCall({
  name: 'getCronOverlap',
  method: 'GET',
  path: '/api/cron/overlap',
  access: 'viewer',
  topics: () => [TOPIC.cron, TOPIC.environments],
  throttleMs: 30_000,
  summary:
    'How many cron tasks of an environment ran at once over the last 24 hours, by ten minutes, and which. Counted from the runs that were reported, in whole seconds; a run counts once it has ended. Without `environment`, that with the most at once.',
  query: z.strictObject({ environment: idInAddress.optional() }),
  answer: z.object({
    /** Environments with runs in the last 24 hours, those with the most at once first. */
    environments: z.array(z.object({ id: z.int(), name: z.string(), most: z.int() })),
    /** Null when none has runs and none was asked for. */
    environment: z
      .object({
        id: z.int(),
        name: z.string(),
        /** Hosts of its servers. Reports do not tell which of them ran a task. */
        servers: z.array(z.string()),
        /** Time of its newest report, ISO 8601; null: it has never reported cron. */
        reported: z.string().nullable(),
      })
      .nullable(),
    /** Of the environment, oldest first, the current one last. */
    slots: z.array(overlapSlot),
  }),
});

export const searchCronLogs = defineCall({
  name: 'searchCronLogs',
  method: 'GET',
  path: '/api/cron/log',
  access: 'viewer',
  summary:
    'Tasks of the fleet with runs of the last 24 hours whose message contains a text, whatever its case: about a second of searching at a time, tenant by tenant.',
  timeoutMs: 30_000,
  query: z.strictObject({
    q: z.string().trim().min(2).max(200),
    /** Only runs that ended so. */
    status: z.enum(RUN_STATUSES).optional(),
    /** Cursor: `next` of the answer before. */
    after: numberInAddress(0).optional(),
  }),
  answer: z.object({
    found: z.array(foundLog),
    /** Tenants that this answer is about, and all that report. */
    searched: z.int(),
    tenants: z.int(),
    /** Null at the end. */
    next: z.int().nullable(),
  }),
});
