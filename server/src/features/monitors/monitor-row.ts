import type { MonitorRow, Outage } from '@mission-control/contract/monitors/calls';
import type { CheckSettings } from '@mission-control/contract/monitors/schema';
import { serviceName } from '@mission-control/contract/catalogue';
import { RECENT_MS, type Bucket, type Sum } from './charts/buckets.ts';
import { rounded, type Charts } from './charts/charts.ts';
import { isInScope } from '@mission-control/contract/windows/rules';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { isWithin, listOccurrences, type WindowOccurrence } from '../windows/public.ts';
import { windowSubjectOf, type ShownMonitor } from './queries.ts';
import type { monitorOutages, ShortBucket } from './tables.ts';

const SHOWN_DAYS = 30;
const SHOWN_HOURS = 24;

/** A monitor in the documented format [MON-05]. */
export function toRow({ monitor, tenantName }: ShownMonitor, charts: Charts): MonitorRow {
  return {
    id: monitor.id,
    label: labelOf({ tenantName, service: monitor.service }),
    host: monitor.host,
    ...stateFacts(monitor),
    response_time: monitor.responseMs,
    last_response: monitor.lastResponse,
    last_error: monitor.lastError,
    ...charts,
    tenant: monitor.tenantId,
  };
}

/** What determines the displayed state of a monitor. */
export function stateFacts(monitor: ShownMonitor['monitor']) {
  return {
    active: monitor.active ? 1 : 0,
    closed: monitor.closed,
    // The initial status is 1, which means nothing before the monitor was first seen online.
    status: monitor.status === 1 && monitor.lastOnline !== null ? 1 : 0,
    warning_count: monitor.warningCount,
    last_online: monitor.lastOnline?.toISOString() ?? null,
    last_offline: monitor.lastOffline?.toISOString() ?? null,
    last_check: monitor.lastCheck?.toISOString() ?? null,
  } as const;
}

/** The settings for checking a monitor. */
export const checksOf = (monitor: ShownMonitor['monitor']): CheckSettings => ({
  path: monitor.path,
  expected_status: monitor.expectedStatus,
  expected_text: monitor.expectedText,
  timeout_ms: monitor.timeoutMs,
  failures_to_down: monitor.failuresToDown,
  successes_to_up: monitor.successesToUp,
  slow_ms: monitor.slowMs,
});

/** An outage as displayed. @param windows maintenance windows that the monitor was in */
export const outageRow = (
  { startedAt, endedAt, error, failures }: OutageFacts,
  windows: readonly Pick<WindowOccurrence, 'name' | 'from' | 'to'>[],
): Outage => ({
  started_at: startedAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
  error,
  failures,
  window: windows.find((one) => isWithin([one], startedAt.getTime()))?.name ?? null,
});

type OutageFacts = Pick<typeof monitorOutages.$inferSelect, 'startedAt' | 'endedAt' | 'error' | 'failures'>;

/** The tenant and its service. */
export const labelOf = ({ tenantName, service }: { tenantName: string; service: string }): string =>
  `${tenantName} ${serviceName(service)}`;

/**
 * Charts of the last 30 days and 24 hours, from the rings plus the results not in any ring yet.
 * @param recent maintenance windows of the last hours: open results of a monitor in one are left out until the rings separate them
 */
export function shortCharts(shown: ShownMonitor, now: Date, recent: readonly WindowOccurrence[]): Charts {
  const { monitor, days, hours } = shown;
  const isInWindow = recent.some(({ scope }) => isInScope(scope, windowSubjectOf({ ...monitor, ...shown })));
  const open: Bucket = {
    start: (monitor.lastCheck ?? now).getTime(),
    checks: isInWindow ? 0 : monitor.openChecks,
    failures: monitor.openFailures,
    msSum: monitor.openMs,
  };
  const lastDays = lastOf(days ?? [], open, { now, span: DAY_MS, count: SHOWN_DAYS });
  const lastHours = lastOf(hours ?? [], open, { now, span: HOUR_MS, count: SHOWN_HOURS });
  return {
    uptimepc: uptime(lastDays.total),
    averageLatency: latency(lastHours.total),
    // Labels are omitted: thousands of monitors would repeat them.
    uptimeData: { values: lastDays.steps.map(uptime), labels: [] },
    latencyData: { values: lastHours.steps.map(latency), labels: [] },
  };
}

const uptime = ({ checks, failures }: Sum): number | null =>
  checks === 0 ? null : rounded(((checks - failures) / checks) * 100, 3);
const latency = ({ checks, failures, msSum }: Sum): number | null =>
  checks === failures ? null : rounded(msSum / (checks - failures), 1);

const emptySum = (): Sum => ({ checks: 0, failures: 0, msSum: 0 });

function add(sum: Sum, checks: number, failures: number, msSum: number): void {
  sum.checks += checks;
  sum.failures += failures;
  sum.msSum += msSum;
}

/** The last `count` steps up to now, and their total. Adds up in place: the list has a hundred buckets for each of its monitors. */
function lastOf(short: readonly ShortBucket[], open: Bucket, last: { now: Date; span: number; count: number }) {
  const { now, span, count } = last;
  const first = Math.floor(now.getTime() / span) - count + 1;
  const total = emptySum();
  const steps = Array.from({ length: count }, emptySum);
  const put = (index: number, checks: number, failures: number, msSum: number): void => {
    if (index < first || checks <= 0) return;
    add(total, checks, failures, msSum);
    const step = steps[index - first];
    if (step) add(step, checks, failures, msSum);
  };
  for (const [index, checks, failures, msSum] of short) put(index, checks, failures, msSum);
  put(Math.floor(open.start / span), open.checks, open.failures, open.msSum);
  return { steps, total };
}

/** Maintenance windows that may contain results that are not in any ring yet. */
export const recentWindows = (db: Db, now: Date): Promise<WindowOccurrence[]> =>
  listOccurrences(db, new Date(now.getTime() - RECENT_MS), now);
