import { systemCtx, type Services } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { bucketsOf, DAY, HOUR, MINUTE, packMinutes } from './buckets.ts';
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
/** Retention of each ring, in days; raw results are kept for 24 full hours, removed monitors as long as deleted tenants. */
const RETENTION_DAYS = { minute: 7, hour: 100, day: 800, past: 90, outage: 400, removed: 30 } as const;
const RAW_RETENTION_MS = 25 * HOUR;
const SUMMARY = { days: 30, hours: 24 } as const;

/** Rolls completed hours up into minutes, hours and days, and deletes expired data. */
export async function rollUp(services: Services): Promise<void> {
  const { db, clock } = services;
  const ctx = systemCtx(services, 'monitors');
  const now = clock.now();
  const since = {
    day: new Date(now.getTime() - SUMMARY.days * DAY),
    hour: new Date(now.getTime() - (SUMMARY.hours + 1) * HOUR),
  };
  for (let closed = -1; closed !== 0;) {
    closed = await inUnauditedTransaction(ctx, async ({ db: transaction }) => {
      const hours = await lockOpenHours(transaction, hourOf(new Date(now.getTime() - LATE_MS)));
      if (hours.length === 0) return 0;
      const windowsOf = await listWindowsOf(transaction, hours);
      await closeHours(
        transaction,
        hours.map((hour) => closedHour(hour, windowsOf(hour.monitorId))),
      );
      await addLatencies(
        transaction,
        latenciesOf(hours, (hour) => windowsOf(hour.monitorId)),
      );
      await summarize(transaction, [...new Set(hours.map(({ monitorId }) => monitorId))], since);
      return hours.length;
    });
  }
  const before = (days: number): Date => new Date(now.getTime() - days * DAY);
  await forgetOld(db, {
    raw: new Date(now.getTime() - RAW_RETENTION_MS),
    minute: before(RETENTION_DAYS.minute),
    hour: before(RETENTION_DAYS.hour),
    day: before(RETENTION_DAYS.day),
    month: before(RETENTION_DAYS.day),
    past: before(RETENTION_DAYS.past),
    outage: before(RETENTION_DAYS.outage),
    removed: before(RETENTION_DAYS.removed),
  });
  await forgetWorkers(db);
}

type OpenHour = Awaited<ReturnType<typeof lockOpenHours>>[number];

/** The periods in which these monitors were in maintenance windows. */
async function listWindowsOf(
  db: Transaction,
  hours: readonly OpenHour[],
): Promise<(id: number) => readonly TimeRange[]> {
  const starts = hours.map(({ hour }) => hour.getTime());
  const [from, to] = [Math.min(...starts), Math.max(...starts) + HOUR];
  const times = await listOccurrences(db, new Date(from), new Date(to));
  if (times.length === 0) return () => [];
  const places = await listPlaces(db, [...new Set(hours.map(({ monitorId }) => monitorId))]);
  const found = new Map(places.map((place) => [place.id, windowRangesOf(times, windowSubjectOf(place), { from, to })]));
  return (id) => found.get(id) ?? [];
}

function closedHour({ monitorId, hour, data }: OpenHour, windows: readonly TimeRange[]): ClosedHour {
  const results = unpackResults(hour, data);
  const [sum] = bucketsOf(results, HOUR);
  const [own] = bucketsOf(
    results.filter(({ at }) => isWithin(windows, at.getTime())),
    HOUR,
  );
  return {
    monitorId,
    hour,
    counted: results.length,
    minutes: packMinutes(hour.getTime(), bucketsOf(results, MINUTE)).toString('hex'),
    sum: { checks: sum?.checks ?? 0, failures: sum?.failures ?? 0, msSum: sum?.msSum ?? 0 },
    inWindows: { checks: own?.checks ?? 0, failures: own?.failures ?? 0, msSum: own?.msSum ?? 0 },
  };
}

/** The results that are in no histogram yet, by monitor and day. */
function latenciesOf(hours: readonly OpenHour[], windowsOf: (hour: OpenHour) => readonly TimeRange[]) {
  const days = new Map<string, { monitorId: number; day: Date; counts: number[] }>();
  for (const one of hours) {
    const windows = windowsOf(one);
    const results = unpackResults(one.hour, one.data).slice(one.counted);
    const counts = countLatencies(results.filter(({ at }) => !isWithin(windows, at.getTime())));
    if (counts.every((count) => count === 0)) continue;
    const day = new Date(Math.floor(one.hour.getTime() / DAY) * DAY);
    const key = `${one.monitorId} ${day.getTime()}`;
    const before = days.get(key)?.counts;
    days.set(key, { monitorId: one.monitorId, day, counts: before ? addCounts(before, counts) : counts });
  }
  return [...days.values()].toSorted((a, b) => a.monitorId - b.monitorId);
}
