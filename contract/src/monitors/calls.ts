import { z } from 'zod';
import { idInAddress, idParams, numberInAddress } from '../id.ts';
import { defineCall } from '../call.ts';
import { SEARCH_LIMIT } from '../search/rules.ts';
import { TOPIC } from '../topics.ts';
import { checkSettings, percentiles, someCheckSettings } from './schema.ts';
import { MONITOR_RANGES, MONITOR_STATES, MONITORS_AT_ONCE, UPTIME_MONTH } from './rules.ts';

const time = z.iso.datetime().nullable();

/**
 * A line of a chart: measured values, and the start (ISO, UTC) of each interval. The list omits labels; its values
 * cover the last 30 days and 24 hours.
 */
const chartData = z.object({ values: z.array(z.number().nullable()), labels: z.array(z.string()) });
export type ChartData = z.infer<typeof chartData>;

/** The facts that the state of a monitor is derived from (`shownState`). */
const stateFacts = {
  active: z.literal([0, 1]),
  /** Why its site is intentionally closed and not checked: the maintenance switch, or an inactive tenant. */
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
  /** Response time of the last check, in ms. */
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
  /** Since when more than half of all checks have failed at the same time, which suspends state changes. */
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
  throttleMs: 1_000,
  summary: 'All monitors with their last 30 days and 24 hours, and the state of the prober.',
  response: z.object({ monitors: z.array(monitorRow), prober: proberState }),
});

/** Maximum monitors per response of `searchMonitors`. */
const MAX_FOUND = 240;

export const searchMonitors = defineCall({
  name: 'searchMonitors',
  method: 'GET',
  path: '/api/monitor/search',
  access: 'viewer',
  topics: () => [TOPIC.monitors, TOPIC.tenants],
  throttleMs: 400,
  summary:
    'Monitors with all words of `q` in label, host or error, filtered by `state`, worst first: `count` of them, starting at offset `from`. `counts` are the matches of `q` by state.',
  query: z.object({
    q: z.string().max(SEARCH_LIMIT).optional(),
    state: z.enum(MONITOR_STATES).optional(),
    from: numberInAddress(0, 10_000_000).default(0),
    count: numberInAddress(1, MAX_FOUND).default(MONITORS_AT_ONCE),
  }),
  response: z.object({
    monitors: z.array(monitorRow),
    found: z.int(),
    counts: z.record(z.enum(MONITOR_STATES), z.int()),
    /** Number of all monitors. */
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
  /** Name of the maintenance window in which it started. */
  window: z.string().nullable(),
});
export type Outage = z.infer<typeof outage>;

export const getMonitor = defineCall({
  name: 'getMonitor',
  method: 'GET',
  path: '/api/monitor/{id}',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.monitor(params.id), TOPIC.tenants, TOPIC.windows],
  throttleMs: 1_000,
  summary:
    'A monitor with its charts over a time range, and its outages. What was measured in maintenance windows is in no chart or percentage; `maintenance` says how much that is.',
  params: idParams,
  query: z.object({ range: z.enum(MONITOR_RANGES).optional() }),
  response: z.object({
    monitor: monitorRow,
    /** Exact for 24 hours, otherwise accurate to within 8 %. */
    percentiles,
    /** The range's maintenance windows. */
    maintenance: z.object({
      windows: z.array(z.object({ name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() })),
      /** Time of the range spent in windows so far, and the checks during that time. */
      minutes: z.int(),
      checks: z.int(),
      failures: z.int(),
    }),
    /** Newest first, at most 100 from the last 90 days. */
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
  summary: 'Enables or disables the checks of a monitor.',
  params: idParams,
  body: z.strictObject({
    active: z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean),
  }),
  /** The monitor, or why it was not changed. */
  response: z.object({ monitor: monitorRow.optional(), error: z.array(z.string()).optional() }),
});

export const saveMonitorChecks = defineCall({
  name: 'saveMonitorChecks',
  method: 'PUT',
  path: '/api/monitor/{id}/checks',
  access: 'operator',
  summary:
    'Changes the check settings of a monitor. With `known`, the settings that the change is based on: 409 if they have changed since.',
  params: idParams,
  body: z.strictObject({ checks: checkSettings, known: checkSettings.optional() }),
  response: z.object({ checks: checkSettings }),
});

export const saveFoundChecks = defineCall({
  name: 'saveFoundChecks',
  method: 'PATCH',
  path: '/api/monitor/checks',
  access: 'operator',
  summary:
    'Changes the check settings of all monitors that `searchMonitors` finds with `q` and `state`; omitted settings are kept. `found` is the number that the caller saw: 409 if it differs.',
  body: z.strictObject({
    q: z.string().max(SEARCH_LIMIT).default(''),
    state: z.enum(MONITOR_STATES).optional(),
    found: z.int().min(0),
    checks: someCheckSettings,
  }),
  response: z.object({ changed: z.int() }),
});

export const checkMonitor = defineCall({
  name: 'checkMonitor',
  method: 'POST',
  path: '/api/monitor/{id}/check',
  access: 'operator',
  summary:
    'Requests an immediate check of a monitor. Once a worker has done it, within about 3 s, `last_check` of the monitor is `asked_at` or later.',
  params: idParams,
  response: z.object({ asked_at: z.iso.datetime() }),
});

const uptimeMonth = z.string().regex(UPTIME_MONTH, 'A month like 2026-10.');

/** Availability in a month. */
const uptime = {
  /** Share of successful checks in percent; null without checks. */
  uptimepc: z.number().nullable(),
  /** Outages that started in the month or continued into it. */
  outages: z.int(),
  /** Downtime within the month, in ms; summed over sites. */
  down_ms: z.int(),
  /** Longest outage within the month, in ms. */
  longest_ms: z.int(),
  /**
   * Percentiles of successful response times in ms, accurate to 8 %, over the retained days (100) and up to the last full hour; null
   * without checks.
   */
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
  topics: () => [TOPIC.tenants, TOPIC.monitors],
  throttleMs: 30_000,
  summary:
    'Availability of the sites of each tenant in a month: `count` tenants with `q` in their name, starting at offset `from`, worst first or by name.',
  query: z.object({
    month: uptimeMonth,
    q: z.string().max(SEARCH_LIMIT).optional(),
    sort: z.enum(['worst', 'name']).default('worst'),
    from: numberInAddress(0, 10_000_000).default(0),
    count: numberInAddress(1, 1_000).default(50),
  }),
  response: z.object({ rows: z.array(tenantUptime), found: z.int() }),
});

const siteUptime = z.object({ id: z.int(), host: z.string(), service: z.string(), ...uptime });
export type SiteUptime = z.infer<typeof siteUptime>;

export const getTenantUptime = defineCall({
  name: 'getTenantUptime',
  method: 'GET',
  path: '/api/tenant/{id}/uptime',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id), TOPIC.windows],
  summary: 'Availability of each site of a tenant in a month, and its outages (at most 500, newest first).',
  params: idParams,
  query: z.object({ month: uptimeMonth }),
  response: z.object({
    total: tenantUptime,
    sites: z.array(siteUptime),
    outages: z.array(outage.extend({ host: z.string() })),
  }),
});

const statusPage = z.object({
  account: z.int(),
  name: z.string(),
  tenants: z.int(),
  /** Path of the public page; null for none. */
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
  topics: () => [TOPIC.statusPages, TOPIC.roster, TOPIC.fleet],
  summary: 'The accounts, and the paths of their public status pages.',
  response: z.object({ pages: z.array(statusPage) }),
});

export const publishStatusPage = defineCall({
  name: 'publishStatusPage',
  method: 'POST',
  path: '/api/status-page/{account}',
  access: 'admin',
  summary:
    'Publishes the status page of an account under a secret path. An already published page keeps its path unless `renew` is set, which invalidates the old one. Anyone with the path sees the states, uptime and outages of its services, without hosts.',
  params: accountParams,
  body: z.strictObject({ renew: z.boolean().default(false) }),
  response: statusPage,
});

export const withdrawStatusPage = defineCall({
  name: 'withdrawStatusPage',
  method: 'DELETE',
  path: '/api/status-page/{account}',
  access: 'admin',
  summary: 'Unpublishes the status page of an account.',
  params: accountParams,
  response: z.object({}),
});

/** DNS, certificate and monitor of a domain. */
const domainStanding = z.object({
  host: z.string(),
  /** DNS records: empty if the host is unknown; null if no name server responded. */
  addresses: z.array(z.string()).nullable(),
  /** True if the fleet's certificates cover this kind of service; false if a third party provides them. */
  covers: z.boolean(),
  /** Name of the certificate of the fleet that covers the host. */
  certificate: z.string().nullable(),
  /** Expiry of the certificate that the site presents; null: not seen yet. */
  certificate_ends: time,
  /** Null if the domain has not been checked yet. */
  monitor: z.object({ id: z.int(), ...stateFacts }).nullable(),
});
export type DomainStanding = z.infer<typeof domainStanding>;

export const listDomainStanding = defineCall({
  name: 'listDomainStanding',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/domains',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id), TOPIC.fleet],
  summary: 'The domains of a service: their DNS records, certificate and its expiry, and the state of their monitors.',
  params: idParams.extend({ service: z.string().max(40) }),
  response: z.object({ domains: z.array(domainStanding) }),
});
