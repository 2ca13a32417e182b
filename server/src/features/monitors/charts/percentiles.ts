import type { Percentiles } from '@mission-control/contract/monitors/schema';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { isWithin } from '../../windows/public.ts';
import { hourOf, unpackResults, type Result } from '../probe/results.ts';
import { listRaw } from '../queries.ts';
import { startOf, stepLabel, type ChartRequest } from './charts.ts';
import { addCounts, countLatencies, exactPercentiles, percentilesOf, type Latency } from './latencies.ts';
import { listLatencies } from './queries-rings.ts';

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
const HALF_HOUR = HOUR_MS / 2;

/**
 * Latency percentiles of the successful checks of a monitor, excluding maintenance windows: from the results for 24 hours, otherwise from
 * the daily histograms.
 */
export async function readPercentiles(db: Db, id: number, { range, now, windows }: ChartRequest): Promise<Percentiles> {
  const counts = ({ at }: Result): boolean => !isWithin(windows, at.getTime());
  if (range !== '24h') return readDays(db, id, { days: DAYS[range], now, counts });
  const from = startOf(range, now);
  const raw = await listRaw(db, id, { since: hourOf(new Date(from)) });
  const results = raw
    .flatMap(({ hour, data }) => unpackResults(hour, data))
    .filter((one) => one.at.getTime() >= from && counts(one));
  const steps = Map.groupBy(results, ({ at }) => Math.floor((at.getTime() - from) / HALF_HOUR));
  return toPercentiles(
    exactPercentiles(results),
    Array.from({ length: DAY_MS / HALF_HOUR }, (_, step) => ({
      start: from + step * HALF_HOUR,
      ...exactPercentiles(steps.get(step) ?? []),
    })),
  );
}

interface Days {
  days: number;
  now: Date;
  counts: (one: Result) => boolean;
}

async function readDays(db: Db, id: number, { days, now, counts }: Days): Promise<Percentiles> {
  const from = Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  const found = new Map((await listLatencies(db, id, new Date(from))).map((row) => [row.day.getTime(), row.counts]));
  for (const { hour, data, counted } of await listRaw(db, id, { open: true })) {
    const day = Math.floor(hour.getTime() / DAY_MS) * DAY_MS;
    const open = countLatencies(unpackResults(hour, data).slice(counted).filter(counts));
    found.set(day, addCounts(found.get(day) ?? [], open));
  }
  const steps = Array.from({ length: days }, (_, step) => from + step * DAY_MS);
  const all = steps.map((start) => found.get(start) ?? []);
  return toPercentiles(
    percentilesOf(all.reduce<number[]>(addCounts, [])),
    steps.map((start, step) => ({ start, ...percentilesOf(all[step] ?? []) })),
  );
}

function toPercentiles(all: Latency, steps: readonly (Latency & { start: number })[]): Percentiles {
  return {
    ...all,
    labels: steps.map(({ start }) => stepLabel(start)),
    medians: steps.map(({ median }) => median),
    p95s: steps.map(({ p95 }) => p95),
  };
}
