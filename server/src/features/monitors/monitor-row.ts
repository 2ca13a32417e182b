import type { ChartData, MonitorRow } from '@mission-control/contract/monitors/calls';
import { findService } from '@mission-control/contract/catalogue';
import { DAY, HOUR, latencyOf, uptimeOf, type Bucket } from './charts/buckets.ts';
import { chartOf, rounded, type Charts } from './charts/charts.ts';
import type { ShownMonitor } from './queries.ts';
import type { ShortBucket } from './tables.ts';

const SHOWN_DAYS = 30;
const SHOWN_HOURS = 24;

/** A monitor in the documented format [MON-05]. */
export function toRow({ monitor, tenantName }: ShownMonitor, charts: Charts): MonitorRow {
  const service = findService(monitor.service)?.displayName ?? monitor.service;
  return {
    id: monitor.id,
    label: `${tenantName} ${service}`,
    host: monitor.host,
    ...stateFacts(monitor),
    response_time: monitor.responseMs,
    last_response: monitor.lastResponse,
    last_error: monitor.lastError,
    ...charts,
    tenant: monitor.tenantId,
  };
}

/** What the shown state of a monitor follows from. */
export function stateFacts(monitor: ShownMonitor['monitor']) {
  return {
    active: monitor.active ? 1 : 0,
    closed: monitor.closed,
    // The initial status is 1, which means nothing before the monitor was first seen online.
    status: monitor.status === 1 && monitor.lastOnline !== null ? 1 : 0,
    warning_count: monitor.warningCount,
    last_online: textOf(monitor.lastOnline),
    last_offline: textOf(monitor.lastOffline),
    last_check: textOf(monitor.lastCheck),
  } as const;
}

export const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Charts of the last 30 days and 24 hours, from the rings plus the results not in any ring yet. */
export function shortCharts({ monitor, days, hours }: ShownMonitor, now: Date): Charts {
  const open = {
    start: (monitor.lastCheck ?? now).getTime(),
    checks: monitor.openChecks,
    failures: monitor.openFailures,
    msSum: monitor.openMs,
  };
  const lastDays = lastOf(days ?? [], open, { now, span: DAY, count: SHOWN_DAYS });
  const lastHours = lastOf(hours ?? [], open, { now, span: HOUR, count: SHOWN_HOURS });
  return {
    uptimepc: rounded(uptimeOf(lastDays.buckets), 3),
    averageLatency: rounded(latencyOf(lastHours.buckets), 1),
    uptimeData: unlabelled(chartOf(lastDays.buckets, lastDays, (one) => rounded(uptimeOf(one), 3))),
    latencyData: unlabelled(chartOf(lastHours.buckets, lastHours, (one) => rounded(latencyOf(one), 1))),
  };
}

/** Labels are omitted: thousands of monitors would repeat them. */
const unlabelled = ({ values }: ChartData): ChartData => ({ values, labels: [] });

function lastOf(short: readonly ShortBucket[], open: Bucket, last: { now: Date; span: number; count: number }) {
  const { now, span, count } = last;
  const to = now.getTime();
  const from = (Math.floor(to / span) - count + 1) * span;
  const closed = short.map(([index, checks, failures, msSum]) => ({ start: index * span, checks, failures, msSum }));
  return {
    from,
    to,
    step: span,
    buckets: [...closed, open].filter(({ start, checks }) => start >= from && checks > 0),
  };
}
