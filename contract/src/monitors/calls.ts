import { z } from 'zod';
import { idInAddress, numberInAddress, tenantParams } from '../id.ts';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { MONITOR_RANGES, MONITOR_STATES } from './rules.ts';

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
    count: numberInAddress(1, MAX_FOUND).default(60),
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
});
export type Outage = z.infer<typeof outage>;

export const getMonitor = defineCall({
  name: 'getMonitor',
  method: 'GET',
  path: '/api/monitor/{id}',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.monitor(params.id), TOPIC.tenants],
  summary: 'A monitor with its charts over a time range, and its outages.',
  params: id,
  query: z.object({ range: z.enum(MONITOR_RANGES).optional() }),
  answer: z.object({
    monitor: monitorRow,
    /** Newest first, from the last 90 days, at most 100. */
    outages: z.array(outage),
    /** The checked URL: scheme, host and port. */
    url: z.string(),
    certificate_ends: time,
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
