import type { ChartData } from '@mission-control/contract/monitors/calls';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { bucketsOf, latencyOf, sumOf, unpackMinutes, uptimeOf, widen, type Bucket, type Counts } from './buckets.ts';
import { importedBuckets } from './imported-history.ts';
import { listMinutes, listRaw, listRing } from '../queries.ts';
import { findImportedHistory } from './queries-past.ts';
import { hourOf, unpackResults, type Result } from '../probe/results.ts';
import type { TimeRange } from '@mission-control/contract/windows/rules';
import { isWithin } from '../../windows/public.ts';

/** Length and chart resolution of each range, in ms. */
const RANGES: Record<MonitorRange, { length: number; uptime: number; latency: number }> = {
  '24h': { length: DAY_MS, uptime: HOUR_MS / 2, latency: 10 * MINUTE_MS },
  '7d': { length: 7 * DAY_MS, uptime: 6 * HOUR_MS, latency: HOUR_MS },
  '30d': { length: 30 * DAY_MS, uptime: DAY_MS, latency: 6 * HOUR_MS },
  '90d': { length: 90 * DAY_MS, uptime: 3 * DAY_MS, latency: DAY_MS },
};

/** The charts of a range and their totals, excluding maintenance windows. */
export interface Charts {
  uptimepc: number | null;
  averageLatency: number | null;
  uptimeData: ChartData;
  latencyData: ChartData;
}

export interface ChartRequest {
  range: MonitorRange;
  now: Date;
  /** When the monitor was in maintenance windows. */
  windows: readonly TimeRange[];
}

/** Both charts start with a step of the coarser one and end with the current step. */
export function startOf(range: MonitorRange, now: Date): number {
  const { length, uptime } = RANGES[range];
  return Math.floor(now.getTime() / uptime) * uptime + uptime - length;
}

/** The charts of one monitor, from the finest ring that covers the range plus the results not in any ring yet. */
export async function readCharts(
  db: Db,
  monitorId: number,
  { range, now, windows }: ChartRequest,
): Promise<{ charts: Charts; inWindows: Counts }> {
  const { uptime, latency } = RANGES[range];
  const from = startOf(range, now);
  const read = await readBuckets(db, monitorId, range, new Date(from), windows);
  const isShown = ({ start }: Bucket): boolean => start >= from;
  const buckets = read.counted.filter(isShown);
  const { checks, failures } = sumOf(read.inWindows.filter(isShown));
  const within = { from, to: now.getTime() };
  return {
    charts: {
      uptimepc: rounded(uptimeOf(buckets), 3),
      averageLatency: rounded(latencyOf(buckets), 1),
      uptimeData: chartOf(buckets, { ...within, step: uptime }, (bucket) => rounded(uptimeOf([bucket]), 3)),
      latencyData: chartOf(buckets, { ...within, step: latency }, (bucket) => rounded(latencyOf([bucket]), 1)),
    },
    inWindows: { checks, failures },
  };
}

/** Buckets outside and inside maintenance windows. */
interface Read {
  counted: Bucket[];
  inWindows: Bucket[];
}

/** Own checks, plus the history imported with an inventory. */
async function readBuckets(db: Db, id: number, range: MonitorRange, since: Date, windows: readonly TimeRange[]) {
  const past = await findImportedHistory(db, id);
  const checked = await readChecked(db, id, range, since, windows);
  if (!past) return checked;
  return {
    ...checked,
    counted: [...importedBuckets(past.responses, past.outages, past.until, range), ...checked.counted],
  };
}

async function readChecked(
  db: Db,
  id: number,
  range: MonitorRange,
  since: Date,
  windows: readonly TimeRange[],
): Promise<Read> {
  const raw = await listRaw(db, id, range === '24h' ? { since: hourOf(since) } : { open: true });
  const results = raw.flatMap(({ hour, data }) => unpackResults(hour, data));
  const isInWindow = ({ at }: Result): boolean => isWithin(windows, at.getTime());
  const open: Read = {
    counted: bucketsOf(
      results.filter((one) => !isInWindow(one)),
      MINUTE_MS,
    ),
    inWindows: bucketsOf(results.filter(isInWindow), MINUTE_MS),
  };
  if (range === '24h') return open;
  // Until the next roll-up, an hour with a late result is also in a ring: the raw results are more complete.
  const fresh = new Set(raw.map(({ hour }) => hour.getTime()));
  if (range === '7d') {
    const closed = (await listMinutes(db, id, hourOf(since)))
      .filter(({ hour }) => !fresh.has(hour.getTime()))
      .flatMap(({ hour, data }) => unpackMinutes(hour.getTime(), data));
    // A minute in which a window begins or ends counts entirely as within the window.
    const isIn = ({ start }: Bucket): boolean => windows.some(({ from, to }) => from < start + MINUTE_MS && to > start);
    return {
      counted: [...closed.filter((one) => !isIn(one)), ...open.counted],
      inWindows: [...closed.filter(isIn), ...open.inWindows],
    };
  }
  const ring = await listRing(db, id, range === '30d' ? 'hour' : 'day', since);
  const twice = raw[0]
    ? (await listRing(db, id, 'hour', raw[0].hour)).filter((one) => fresh.has(one.start.getTime()))
    : [];
  const both = [...ring.map((row) => ({ row, sign: 1 as const })), ...twice.map((row) => ({ row, sign: -1 as const }))];
  return {
    counted: [...both.map(({ row, sign }) => countedOf(row, sign)), ...open.counted],
    inWindows: [...both.map(({ row, sign }) => windowBucketOf(row, sign)), ...open.inWindows],
  };
}

type RingRow = Awaited<ReturnType<typeof listRing>>[number];

const countedOf = (row: RingRow, sign: 1 | -1): Bucket => ({
  start: row.start.getTime(),
  checks: sign * (row.checks - row.apartChecks),
  failures: sign * (row.failures - row.apartFailures),
  msSum: sign * (row.msSum - row.apartMs),
});

const windowBucketOf = (row: RingRow, sign: 1 | -1): Bucket => ({
  start: row.start.getTime(),
  checks: sign * row.apartChecks,
  failures: sign * row.apartFailures,
  msSum: sign * row.apartMs,
});

/** One value per step; null where nothing was checked. */
function chartOf(
  buckets: readonly Bucket[],
  { from, to, step }: { from: number; to: number; step: number },
  valueOf: (bucket: Bucket) => number | null,
): ChartData {
  const wide = new Map(widen(buckets, step).map((bucket) => [bucket.start, bucket]));
  const first = Math.floor(from / step) * step;
  const starts = Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step);
  return {
    values: starts.map((start) => {
      const bucket = wide.get(start);
      return bucket ? valueOf(bucket) : null;
    }),
    labels: starts.map(stepLabel),
  };
}

export const stepLabel = (start: number): string => `${new Date(start).toISOString().slice(0, 16)}Z`;

/** Rounds to this number of decimals. */
export function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
}
