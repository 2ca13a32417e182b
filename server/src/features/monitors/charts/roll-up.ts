import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { systemCtx, type Services } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { bucketsOf, packMinutes, sumOf } from './buckets.ts';
import type { TimeRange } from '@mission-control/contract/windows/rules';
import type { Transaction } from '../../../platform/database/database.ts';
import { isWithin, listOccurrences, windowRangesOf } from '../../windows/public.ts';
import { listPlaces, windowSubjectOf } from '../queries.ts';
import { forgetWorkers } from '../probe/queries-leases.ts';
import { addCounts, countLatencies } from './latencies.ts';
import { addLatencies, closeHours, forgetOld, lockOpenHours, summarize, type ClosedHour } from './queries-rings.ts';
import { hourOf, unpackResults } from '../probe/results.ts';

/** Grace period for late results of an hour. */
const LATE_MS = 30_000;
/** Retention of each ring, in days; removed monitors are kept as long as deleted tenants. */
const RETENTION_DAYS = { minute: 7, hour: 100, day: 800, past: 90, outage: 400, removed: 30 } as const;
const SUMMARY_DAYS = 30;
/** 24 full hours: the age of raw results, and of the hours in summaries. */
const DETAILED_MS = 25 * HOUR_MS;

/** Rolls completed hours up into minutes, hours and days, and deletes expired data. */
export async function rollUp(services: Services): Promise<void> {
  const { db, clock } = services;
  const ctx = systemCtx(services, 'monitors');
  const now = clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const since = { day: before(SUMMARY_DAYS), hour: new Date(now.getTime() - DETAILED_MS) };
  const rollUpBatch = (): Promise<number> =>
    inUnauditedTransaction(ctx, async ({ db: transaction }) => {
      const hours = await lockOpenHours(transaction, hourOf(new Date(now.getTime() - LATE_MS)));
      if (hours.length === 0) return 0;
      const windowsOf = await listWindowsOf(transaction, hours);
      await closeHours(
        transaction,
        hours.map((hour) => closedHour(hour, windowsOf(hour.monitorId))),
      );
      await addLatencies(transaction, latenciesOf(hours, windowsOf));
      await summarize(transaction, [...new Set(hours.map(({ monitorId }) => monitorId))], since);
      return hours.length;
    });
  while ((await rollUpBatch()) > 0);
  await forgetOld(db, {
    raw: new Date(now.getTime() - DETAILED_MS),
    minute: before(RETENTION_DAYS.minute),
    hour: before(RETENTION_DAYS.hour),
    day: before(RETENTION_DAYS.day),
    past: before(RETENTION_DAYS.past),
    outage: before(RETENTION_DAYS.outage),
    removed: before(RETENTION_DAYS.removed),
  });
  await forgetWorkers(db);
}

type OpenHour = Awaited<ReturnType<typeof lockOpenHours>>[number];

/** When a monitor was in maintenance windows. */
type WindowsOf = (monitorId: number) => readonly TimeRange[];

async function listWindowsOf(db: Transaction, hours: readonly OpenHour[]): Promise<WindowsOf> {
  const starts = hours.map(({ hour }) => hour.getTime());
  const [from, to] = [Math.min(...starts), Math.max(...starts) + HOUR_MS];
  const times = await listOccurrences(db, new Date(from), new Date(to));
  if (times.length === 0) return () => [];
  const places = await listPlaces(db, [...new Set(hours.map(({ monitorId }) => monitorId))]);
  const found = new Map(places.map((place) => [place.id, windowRangesOf(times, windowSubjectOf(place), { from, to })]));
  return (id) => found.get(id) ?? [];
}

function closedHour({ monitorId, hour, data }: OpenHour, windows: readonly TimeRange[]): ClosedHour {
  const results = unpackResults(hour, data);
  const minutes = bucketsOf(results, MINUTE_MS);
  const inWindows = results.filter(({ at }) => isWithin(windows, at.getTime()));
  return {
    monitorId,
    hour,
    counted: results.length,
    minutes: packMinutes(hour.getTime(), minutes).toString('hex'),
    sum: sumOf(minutes),
    inWindows: sumOf(bucketsOf(inWindows, HOUR_MS)),
  };
}

/** The results that are in no histogram yet, by monitor and day. */
function latenciesOf(hours: readonly OpenHour[], windowsOf: WindowsOf) {
  const days = new Map<string, { monitorId: number; day: Date; counts: number[] }>();
  for (const { monitorId, hour, data, counted } of hours) {
    const windows = windowsOf(monitorId);
    const results = unpackResults(hour, data).slice(counted);
    const counts = countLatencies(results.filter(({ at }) => !isWithin(windows, at.getTime())));
    if (counts.every((count) => count === 0)) continue;
    const day = new Date(Math.floor(hour.getTime() / DAY_MS) * DAY_MS);
    const key = `${monitorId} ${day.getTime()}`;
    days.set(key, { monitorId, day, counts: addCounts(days.get(key)?.counts ?? [], counts) });
  }
  return [...days.values()].toSorted((a, b) => a.monitorId - b.monitorId);
}
