import type { ChartData } from '@mission-control/contract/monitors/calls';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import type { Db } from '../../../platform/database/database.ts';
import { bucketsOf, DAY, HOUR, latencyOf, MINUTE, unpackMinutes, uptimeOf, widen, type Bucket } from './buckets.ts';
import { toldBuckets } from './past.ts';
import { listMinutes, listRaw, listRing } from '../queries.ts';
import { findPast } from './queries-past.ts';
import { hourOf, unpackResults } from '../probe/results.ts';

/** Length and chart resolution of each range, in ms. */
const RANGES: Record<MonitorRange, { length: number; uptime: number; latency: number }> = {
  '24h': { length: DAY, uptime: HOUR / 2, latency: 10 * MINUTE },
  '7d': { length: 7 * DAY, uptime: 6 * HOUR, latency: HOUR },
  '30d': { length: 30 * DAY, uptime: DAY, latency: 6 * HOUR },
  '90d': { length: 90 * DAY, uptime: 3 * DAY, latency: DAY },
};

/** The charts of a range and their totals. */
export interface Charts {
  uptimepc: number | null;
  averageLatency: number | null;
  uptimeData: ChartData;
  latencyData: ChartData;
}

/** The charts of one monitor, from the finest ring that covers the range plus the results not in any ring yet. */
export async function readCharts(db: Db, monitorId: number, range: MonitorRange, now: Date): Promise<Charts> {
  const { length, uptime, latency } = RANGES[range];
  // Both charts start with a step of the coarser one and end with the current step.
  const from = Math.floor(now.getTime() / uptime) * uptime + uptime - length;
  const buckets = (await readBuckets(db, monitorId, range, new Date(from))).filter(({ start }) => start >= from);
  return {
    uptimepc: rounded(uptimeOf(buckets), 3),
    averageLatency: rounded(latencyOf(buckets), 1),
    uptimeData: chartOf(buckets, { from, to: now.getTime(), step: uptime }, (one) => rounded(uptimeOf(one), 3)),
    latencyData: chartOf(buckets, { from, to: now.getTime(), step: latency }, (one) => rounded(latencyOf(one), 1)),
  };
}

/** Own checks, plus the history imported with an inventory. */
async function readBuckets(db: Db, id: number, range: MonitorRange, since: Date): Promise<Bucket[]> {
  const past = await findPast(db, id);
  const checked = await readChecked(db, id, range, since);
  return past ? [...toldBuckets(past.told, past.outages, past.until, range), ...checked] : checked;
}

async function readChecked(db: Db, id: number, range: MonitorRange, since: Date): Promise<Bucket[]> {
  const raw = await listRaw(db, id, range === '24h' ? { since: hourOf(since) } : { open: true });
  const open = raw.flatMap(({ hour, data }) => bucketsOf(unpackResults(hour, data), MINUTE));
  if (range === '24h') return open;
  // An hour with a late result is in a ring too until the next roll-up: the raw results are more complete.
  const fresh = new Set(raw.map(({ hour }) => hour.getTime()));
  if (range === '7d') {
    const closed = (await listMinutes(db, id, hourOf(since))).filter(({ hour }) => !fresh.has(hour.getTime()));
    return [...closed.flatMap(({ hour, data }) => unpackMinutes(hour.getTime(), data)), ...open];
  }
  const ring = await listRing(db, id, range === '30d' ? 'hour' : 'day', since);
  const twice = raw[0]
    ? (await listRing(db, id, 'hour', raw[0].hour)).filter((one) => fresh.has(one.start.getTime()))
    : [];
  return [...ring.map((one) => bucketOf(one, 1)), ...twice.map((one) => bucketOf(one, -1)), ...open];
}

type RingRow = Awaited<ReturnType<typeof listRing>>[number];

const bucketOf = ({ start, checks, failures, msSum }: RingRow, sign: 1 | -1): Bucket => ({
  start: start.getTime(),
  checks: sign * checks,
  failures: sign * failures,
  msSum: sign * msSum,
});

/** One value per step; null where nothing was checked. */
export function chartOf(
  buckets: readonly Bucket[],
  { from, to, step }: { from: number; to: number; step: number },
  valueOf: (one: Bucket[]) => number | null,
): ChartData {
  const wide = new Map(widen(buckets, step).map((bucket) => [bucket.start, bucket]));
  const first = Math.floor(from / step) * step;
  const starts = Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step);
  return {
    values: starts.map((start) => {
      const bucket = wide.get(start);
      return bucket ? valueOf([bucket]) : null;
    }),
    labels: starts.map((start) => `${new Date(start).toISOString().slice(0, 16)}Z`),
  };
}

/** Rounds to this number of decimals. */
export function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
}
