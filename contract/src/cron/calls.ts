import { z } from 'zod';
import { defineCall } from '../call.ts';
import { SEARCH_LIMIT } from '../search/rules.ts';
import { TOPIC } from '../topics.ts';
import { idInAddress, MAX_ID, numberInAddress, idParams } from '../id.ts';
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
  summary: 'The running cron tasks of all tenants, one row per reporting environment.',
  response: z.object({
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
  topics: ({ params }) => [TOPIC.tenantCron(params.id), TOPIC.tenant(params.id), TOPIC.fleet],
  summary: 'All cron tasks of a tenant with their logs, as last reported.',
  params: idParams,
  response: z.object({
    tasks: z.array(tenantTask),
    /** When the report was made, ISO 8601; the oldest of several environments. Null without a report. */
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
    "The runs of a tenant's task in the last 30 days: by day (UTC), and individually those that failed or were outside its band.",
  params: idParams,
  query: z.strictObject({ environment: taskWord, group: taskWord, task: taskWord }),
  response: taskHistory,
});

export const listCronTroubles = defineCall({
  name: 'listCronTroubles',
  method: 'GET',
  path: '/api/cron/trouble',
  access: 'viewer',
  topics: () => [TOPIC.cron, TOPIC.tenants],
  throttleMs: 5_000,
  summary: `Tasks of the fleet that are failing, dead, overdue, not started, too long or too short, ${TROUBLES_PAGE} at a time, with the number of each.`,
  query: z.strictObject({
    what: z.enum(CRON_TROUBLES).optional(),
    environment: idInAddress.optional(),
    /** Part of the name of a tenant, a group or a task. */
    q: z.string().max(SEARCH_LIMIT).optional(),
    sort: z.enum(CRON_TROUBLE_SORTS).default('since'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    page: numberInAddress(1, 10_000).default(1),
  }),
  response: z.object({
    troubles: z.array(cronTrouble),
    /** Matches of all filters, including the kind. */
    total: z.int(),
    /** Matches by kind, ignoring the filter by kind. */
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
    'Concurrent cron tasks of an environment over the last 24 hours, in slots of ten minutes. Derived from reported runs, in whole seconds; a run counts once it has ended. Without `environment`, the one with the highest concurrency.',
  query: z.strictObject({ environment: idInAddress.optional() }),
  response: z.object({
    /** Environments with runs in the last 24 hours, highest concurrency first. */
    environments: z.array(z.object({ id: z.int(), name: z.string(), most: z.int() })),
    /** Null if none was requested and none has runs. */
    environment: z
      .object({
        id: z.int(),
        name: z.string(),
        /** Hosts of its servers. Reports do not identify which of them ran a task. */
        servers: z.array(z.string()),
        /** Time of its newest report, ISO 8601; null if it has never reported cron. */
        reported: z.string().nullable(),
      })
      .nullable(),
    /** Oldest first, the current one last. */
    slots: z.array(overlapSlot),
  }),
});

export const searchCronLogs = defineCall({
  name: 'searchCronLogs',
  method: 'GET',
  path: '/api/cron/log',
  access: 'viewer',
  summary:
    'Tasks of the fleet with runs in the last 24 hours whose message contains a text, ignoring case. Each call searches for about a second, tenant by tenant.',
  timeoutMs: 30_000,
  query: z.strictObject({
    q: z.string().trim().min(2).max(SEARCH_LIMIT),
    /** Only runs with this status. */
    status: z.enum(RUN_STATUSES).optional(),
    /** Cursor: `next` of the previous response. */
    after: numberInAddress(0, MAX_ID).optional(),
  }),
  response: z.object({
    found: z.array(foundLog),
    /** Tenants searched for this response, and all that report. */
    searched: z.int(),
    tenants: z.int(),
    /** Null at the end. */
    next: z.int().nullable(),
  }),
});
