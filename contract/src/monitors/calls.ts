import { z } from 'zod';
import { idInAddress, numberInAddress, tenantParams } from '../id.ts';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { checkSettings, percentiles, someCheckSettings } from './schema.ts';
import { MONITOR_RANGES, MONITOR_STATES, MONITORS_AT_ONCE, UPTIME_MONTH } from './rules.ts';

const id = z.object({ id: idInAddress });
const time = z.iso.datetime().nullable();

/**
 * A line of a chart: measured values, and the start (ISO, UTC) of the interval of each. No labels in the list, whose values
 * cover the last 30 days and 24 hours up to now.
 */
const chartData = z.object({ values: z.array(z.number().nullable()), labels: z.array(z.string()) });
export type ChartData = z.infer<typeof chartData>;

/** What the state of a monitor follows from (`shownState`). */
const stateFacts = {
  active: z.literal([0, 1]),
  /** Its site is closed on purpose, so it is not checked: by the maintenance switch, or because the tenant is inactive. */
  closed: z.enum(['maintenance', 'inactive']).nullable(),
  /** 1 = online. */
  status: z.literal([0, 1]),
  warning_count: z.int(),
  last_online: time,
  last_offline: time,
  last_check: time,
};

/** A monitor with the documented keys [MON-05]. */
export const monitorRow = z.object({
  id: z.int(),
  /** The tenant and the service. */
  label: z.string(),
  host: z.string(),
  ...stateFacts,
  /** Of the last check, in ms. */
  response_time: z.int().nullable(),
  last_response: z.string().nullable(),
  /** Current problem: why the last check failed, or the warning. */
  last_error: z.string().nullable(),
  /** Share of successful checks in percent: over 30 days in the list, else over the requested range. */
  uptimepc: z.number().nullable(),
  /** In ms: over the last 24 hours in the list, else over the requested range. */
  averageLatency: z.number().nullable(),
  uptimeData: chartData,
  latencyData: chartData,
  /** Id of the tenant. */
  tenant: z.int().nullable(),
});
export type MonitorRow = z.infer<typeof monitorRow>;

const proberState = z.object({
  /** At least one worker is running checks. */
  running: z.boolean(),
  /** Since when more than half of its checks have failed at once, which suspends state changes. */
  faulty_since: time,
  last_check: time,
});
export type ProberState = z.infer<typeof proberState>;

export const listMonitors = defineCall({
  name: 'listMonitors',
  method: 'GET',
  path: '/api/monitor',
  access: 'viewer',
  topics: () => [TOPIC.monitors, TOPIC.tenants],
  summary: 'All monitors with their last 30 days and 24 hours, and the state of the prober.',
  answer: z.object({ monitors: z.array(monitorRow), prober: proberState }),
});

/** Most monitors of one response of `searchMonitors`. */
const MAX_FOUND = 240;

export const searchMonitors = defineCall({
  name: 'searchMonitors',
  method: 'GET',
  path: '/api/monitor/search',
  access: 'viewer',
  topics: () => [TOPIC.monitors, TOPIC.tenants],
  throttleMs: 400,
  summary:
    'Some of the monitors with all words of `q` in label, host or error, and in `state`: the worst first, `count` of them after the first `from`. `counts` are by state, of all that have the words.',
  query: z.object({
    q: z.string().max(200).optional(),
    state: z.enum(MONITOR_STATES).optional(),
    from: numberInAddress(0, 10_000_000).default(0),
    count: numberInAddress(1, MAX_FOUND).default(MONITORS_AT_ONCE),
  }),
  answer: z.object({
    monitors: z.array(monitorRow),
    found: z.int(),
    counts: z.record(z.enum(MONITOR_STATES), z.int()),
    /** Of all monitors. */
    all: z.int(),
    prober: proberState,
  }),
});

const outage = z.object({
  started_at: z.iso.datetime(),
  /** Null while ongoing. */
  ended_at: time,
  error: z.string(),
  failures: z.int(),
  /** Name of the maintenance window in which it began. */
  window: z.string().nullable(),
});
export type Outage = z.infer<typeof outage>;

export const getMonitor = defineCall({
  name: 'getMonitor',
  method: 'GET',
  path: '/api/monitor/{id}',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.monitor(params.id), TOPIC.tenants, TOPIC.windows],
  summary:
    'A monitor with its charts over a time range, and its outages. What was measured in maintenance windows is in no chart or percentage; `maintenance` says how much that is.',
  params: id,
  query: z.object({ range: z.enum(MONITOR_RANGES).optional() }),
  answer: z.object({
    monitor: monitorRow,
    /** Exact over 24 hours, otherwise right within 8 %. */
    percentiles,
    /** The range's maintenance windows. */
    maintenance: z.object({
      windows: z.array(z.object({ name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() })),
      /** How long the range was in windows up to now, and what was checked then. */
      minutes: z.int(),
      checks: z.int(),
      failures: z.int(),
    }),
    /** Newest first, from the last 90 days, at most 100. */
    outages: z.array(outage),
    /** The checked URL: scheme, host and port. */
    url: z.string(),
    certificate_ends: time,
    checks: checkSettings,
    prober: proberState,
  }),
});

export const switchMonitor = defineCall({
  name: 'switchMonitor',
  method: 'PATCH',
  path: '/api/monitor/{id}',
  access: 'operator',
  summary: 'Switches the checks of a monitor on or off.',
  params: id,
  body: z.strictObject({
    active: z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean),
  }),
  /** The monitor, or why it was not changed. */
  answer: z.object({ monitor: monitorRow.optional(), error: z.array(z.string()).optional() }),
});

export const saveMonitorChecks = defineCall({
  name: 'saveMonitorChecks',
  method: 'PUT',
  path: '/api/monitor/{id}/checks',
  access: 'operator',
  summary:
    'Changes how a monitor is checked. With `known`, the settings that the change was made from, a save of somebody else meanwhile is a 409.',
  params: id,
  body: z.strictObject({ checks: checkSettings, known: checkSettings.optional() }),
  answer: z.object({ checks: checkSettings }),
});

export const saveFoundChecks = defineCall({
  name: 'saveFoundChecks',
  method: 'PATCH',
  path: '/api/monitor/checks',
  access: 'operator',
  summary:
    'Changes how all monitors that `searchMonitors` finds with `q` and `state` are checked; settings that are left out stay. `found` is how many the caller saw: another number is a 409.',
  body: z.strictObject({
    q: z.string().max(200).default(''),
    state: z.enum(MONITOR_STATES).optional(),
    found: z.int().min(0),
    checks: someCheckSettings,
  }),
  answer: z.object({ changed: z.int() }),
});

export const checkMonitor = defineCall({
  name: 'checkMonitor',
  method: 'POST',
  path: '/api/monitor/{id}/check',
  access: 'operator',
  summary:
    'Asks the workers to check a monitor now. `last_check` of the monitor is `asked_at` or later once one has, within about 3 s.',
  params: id,
  answer: z.object({ asked_at: z.iso.datetime() }),
});

const uptimeMonth = z.string().regex(UPTIME_MONTH, 'A month like 2026-10.');

/** How reachable something was in a month. */
const uptime = {
  /** Share of successful checks in percent; null: it was not checked. */
  uptimepc: z.number().nullable(),
  /** Outages that began in the month or lasted into it. */
  outages: z.int(),
  /** Time in outages within the month, in ms; of several sites the sum. */
  down_ms: z.int(),
  /** The longest outage within the month, in ms. */
  longest_ms: z.int(),
  /** How long good answers took, in ms, on the days that are kept (100), up to the last full hour: half of them at most the median, 95 % at most p95. Right within 8 %; null without any. */
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
};
const tenantUptime = z.object({ tenant: z.int(), name: z.string(), sites: z.int(), ...uptime });
export type TenantUptime = z.infer<typeof tenantUptime>;

export const listUptime = defineCall({
  name: 'listUptime',
  method: 'GET',
  path: '/api/uptime',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 30_000,
  summary:
    'How reachable the sites of each tenant were in a month: `count` tenants with `q` in their name after the first `from`, the worst first or by name.',
  query: z.object({
    month: uptimeMonth,
    q: z.string().max(200).optional(),
    sort: z.enum(['worst', 'name']).default('worst'),
    from: numberInAddress(0, 10_000_000).default(0),
    count: numberInAddress(1, 1_000).default(50),
  }),
  answer: z.object({ rows: z.array(tenantUptime), found: z.int() }),
});

const siteUptime = z.object({ id: z.int(), host: z.string(), service: z.string(), ...uptime });
export type SiteUptime = z.infer<typeof siteUptime>;

export const getTenantUptime = defineCall({
  name: 'getTenantUptime',
  method: 'GET',
  path: '/api/tenant/{id}/uptime',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary: 'How reachable each site of a tenant was in a month, and its outages (at most 500, newest first).',
  params: tenantParams,
  query: z.object({ month: uptimeMonth }),
  answer: z.object({
    total: tenantUptime,
    sites: z.array(siteUptime),
    outages: z.array(outage.extend({ host: z.string() })),
  }),
});

const statusPage = z.object({
  account: z.int(),
  name: z.string(),
  tenants: z.int(),
  /** Path of the public page; null: there is none. */
  path: z.string().nullable(),
  published_at: time,
  published_by: z.string().nullable(),
});
export type StatusPage = z.infer<typeof statusPage>;

const accountParams = z.object({ account: idInAddress });

export const listStatusPages = defineCall({
  name: 'listStatusPages',
  method: 'GET',
  path: '/api/status-page',
  access: 'viewer',
  topics: () => [TOPIC.statusPages],
  summary: 'The accounts, and the paths of their public status pages.',
  answer: z.object({ pages: z.array(statusPage) }),
});

export const publishStatusPage = defineCall({
  name: 'publishStatusPage',
  method: 'POST',
  path: '/api/status-page/{account}',
  access: 'admin',
  summary:
    'Publishes the status page of an account under a secret path. One that is published keeps its path, unless `renew` asks for another, which ends the earlier one. Whoever has the path sees the states, uptime and outages of its services, without hosts.',
  params: accountParams,
  body: z.strictObject({ renew: z.boolean().default(false) }),
  answer: statusPage,
});

export const withdrawStatusPage = defineCall({
  name: 'withdrawStatusPage',
  method: 'DELETE',
  path: '/api/status-page/{account}',
  access: 'admin',
  summary: 'Ends the public status page of an account.',
  params: accountParams,
  answer: z.object({}),
});

/** How reachable a domain is. */
const domainStanding = z.object({
  host: z.string(),
  /** What DNS answers: none if it does not know the host; null when no name server answered. */
  addresses: z.array(z.string()).nullable(),
  /** Certificates of the fleet are for services of this kind; false: another party brings them. */
  covers: z.boolean(),
  /** Name of the certificate of the fleet that covers the host. */
  certificate: z.string().nullable(),
  /** When the certificate that the site answers with ends; null: not seen yet. */
  certificate_ends: time,
  /** Null: the checks have not met the domain yet. */
  monitor: z.object({ id: z.int(), ...stateFacts }).nullable(),
});
export type DomainStanding = z.infer<typeof domainStanding>;

export const listDomainStanding = defineCall({
  name: 'listDomainStanding',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/domains',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id), TOPIC.monitors],
  summary:
    'The domains of a service: what DNS answers, which certificate covers them and until when, and the state of their monitors.',
  params: tenantParams.extend({ service: z.string().max(40) }),
  answer: z.object({ domains: z.array(domainStanding) }),
});
