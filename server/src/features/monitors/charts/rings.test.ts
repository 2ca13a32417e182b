import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createServiceFleet } from '../../services/testing/service-fleet.ts';
import { unpackMinutes } from './buckets.ts';
import { readCharts } from './charts.ts';
import { exactPercentiles } from './latencies.ts';
import { readPercentiles } from './percentiles.ts';
import type { TimeRange } from '@mission-control/contract/windows/rules';
import { addFinding } from '../probe/checks.ts';
import { SHARDS } from '../probe/lease-plan.ts';
import { shortCharts } from '../monitor-row.ts';
import { isWithin, listOccurrences, windowRangesOf } from '../../windows/public.ts';
import { addTestWindow } from '../../windows/testing/add-window.ts';
import { writeBatch } from '../probe/prober.ts';
import { syncDomains } from '../queries-fleet.ts';
import type { Findings } from '../probe/queries-results.ts';
import { findShown, listMinutes, listOutages, listRing, windowSubjectOf } from '../queries.ts';
import type { Result } from '../probe/results.ts';
import { listLatencies } from './queries-rings.ts';
import { rollUp } from './roll-up.ts';
import { monitorLeases, monitorRaw, monitorRings, monitors } from '../tables.ts';

const t = setUpTestCtx(createServiceFleet);
let model: typeof monitors.$inferSelect;
beforeAll(async () => {
  await syncDomains(t.db, t.clock.now());
  const [found] = await t.db.select().from(monitors);
  if (!found) throw new Error('The fleet has no monitor.');
  model = found;
  const until = new Date('2027-12-31T00:00:00.000Z');
  await t.db
    .insert(monitorLeases)
    .values(Array.from({ length: SHARDS }, (_, shard) => ({ shard, owner: 'one', until })));
});

/** A run of checks with equal results, about 20 s apart: lasting seconds to minutes, hours, or more than a day. */
const stretch = fc.record({
  ok: fc.boolean(),
  checks: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 2, arbitrary: fc.integer({ min: 150, max: 600 }) },
    { weight: 1, arbitrary: fc.integer({ min: 4_400, max: 5_200 }) },
  ),
  /** Ms between two checks. */
  gap: fc.integer({ min: 18_000, max: 23_000 }),
  /** Pause without checks before it. */
  pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * HOUR_MS })),
});
/** Results of a monitor, in the batches in which a prober writes them. */
const history = fc.record({
  start: fc.integer({ min: 0, max: 2 * DAY_MS }),
  stretches: fc.array(stretch, { minLength: 1, maxLength: 6 }),
  /** Number of checks per write, optionally followed by a roll-up this long after its last check. */
  writes: fc.array(
    fc.record({
      checks: fc.integer({ min: 1, max: 900 }),
      rollUpAfter: fc.option(fc.integer({ min: 0, max: 3 * HOUR_MS })),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  /** Maintenance windows: minutes after the start, and length in minutes. */
  windows: fc.array(fc.record({ at: fc.integer({ min: 0, max: 4_000 }), minutes: fc.integer({ min: 5, max: 900 }) }), {
    maxLength: 3,
  }),
  /** Ms between the last check and reading it. */
  later: fc.integer({ min: 0, max: 2 * HOUR_MS }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Three hours of checks, one of them in a maintenance window: random histories may have no window over their checks. */
const withWindow: History = {
  start: 0,
  stretches: [{ ok: true, checks: 540, gap: 20_000, pause: 0 }],
  writes: [{ checks: 900, rollUpAfter: null }],
  windows: [{ at: 60, minutes: 60 }],
  later: 0,
};

const START = Date.parse('2026-11-29T00:00:00.000Z');

function resultsOf({ start, stretches }: History): Result[] {
  let at = START + start;
  return stretches.flatMap(({ ok, checks, gap, pause }, part) => {
    at += pause;
    return Array.from({ length: checks }, (_, index): Result => {
      at += gap;
      return { at: new Date(at), ok, ms: 50 + ((index * 37 + part * 11) % 900) };
    });
  });
}

let hosts = 0;

/** Creates a monitor and stores its results as the prober does. Returns its id. */
async function record(all: readonly Result[], writes: History['writes']): Promise<number> {
  const [made] = await t.db
    .insert(monitors)
    .values({ ...model, id: undefined, host: `h${(hosts += 1)}.example`, active: true })
    .returning();
  if (!made) throw new Error('The monitor was not stored.');
  const monitor = { id: made.id, revision: made.revision, condition: { ...made }, limits: made };
  for (let [from, turn] = [0, 0]; from < all.length; turn += 1) {
    const { checks, rollUpAfter } = writes[turn % writes.length] ?? { checks: 1, rollUpAfter: null };
    let found: Findings | undefined;
    for (const { at, ok, ms } of all.slice(from, from + checks)) {
      const answer = ok ? { response: '200 OK', error: null } : { response: null, error: 'no answer' };
      found = addFinding(found, monitor, at, { ok, ms, ...answer, certificateEnds: null });
      monitor.condition = { ...monitor.condition, ...found.condition };
    }
    if (found) await writeBatch(t, 'one', [found]);
    from += checks;
    const last = all[Math.min(from, all.length) - 1];
    if (rollUpAfter === null || !last) continue;
    // The next write may belong to an hour that is already in the rings.
    t.clock.set(new Date(Math.max(t.clock.now().getTime(), last.at.getTime() + rollUpAfter)));
    await rollUp(t);
  }
  return made.id;
}

/** Length of each range and step of its uptime chart, in ms. */
const RANGES: Record<MonitorRange, [length: number, step: number]> = {
  '24h': [DAY_MS, HOUR_MS / 2],
  '7d': [7 * DAY_MS, 6 * HOUR_MS],
  '30d': [30 * DAY_MS, DAY_MS],
  '90d': [90 * DAY_MS, 3 * DAY_MS],
};

function exact(all: readonly Result[], from: number): { uptime: number | null; latency: number | null } {
  const seen = all.filter(({ at }) => at.getTime() >= from);
  const good = seen.filter(({ ok }) => ok);
  return {
    uptime: seen.length === 0 ? null : (good.length / seen.length) * 100,
    latency: good.length === 0 ? null : good.reduce((sum, { ms }) => sum + ms, 0) / good.length,
  };
}

function expectNear(value: number | null, wanted: number | null, by: number, what: string): void {
  if (value === null || wanted === null) expect(value, what).toBe(wanted);
  else expect(Math.abs(value - wanted), `${what}: ${value} for ${wanted}`).toBeLessThanOrEqual(by);
}

const seen = { inWindows: 0, listed: 0, days: 0 };

/** The daily percentiles include all checks, accurate to a bucket of the histogram; those of 24 hours are exact. */
async function expectPercentiles(id: number, all: readonly Result[], windows: readonly TimeRange[], now: Date) {
  for (const [range, days] of [
    ['24h', null],
    ['7d', 7],
    ['90d', 90],
  ] as const) {
    const { labels, medians, p95s, ...total } = await readPercentiles(t.db, id, { range, now, windows });
    const span = days === null ? HOUR_MS / 2 : DAY_MS;
    const first = Date.parse(labels[0] ?? '');
    const near = (value: number | null, wanted: number | null, what: string) =>
      expectNear(value, wanted, days === null ? 0 : (wanted ?? 0) * 0.08 + 1, `${what} of ${range}`);
    const whole = exactPercentiles(all.filter(({ at }) => at.getTime() >= first));
    near(total.median, whole.median, 'median');
    near(total.p95, whole.p95, '95th percentile');
    const steps = Map.groupBy(all, ({ at }) => Math.floor((at.getTime() - first) / span));
    expect(labels).toHaveLength(days ?? 48);
    for (const [step, label] of labels.entries()) {
      const wanted = exactPercentiles(steps.get(step) ?? []);
      if (wanted.p95 !== null && days !== null) seen.days += 1;
      near(medians[step] ?? null, wanted.median, `median from ${label}`);
      near(p95s[step] ?? null, wanted.p95, `95th percentile from ${label}`);
    }
  }
}

/** Charts and totals cover the checks outside maintenance windows; the others are counted separately. */
async function expectExact(id: number, measured: readonly Result[], now: Date): Promise<void> {
  const times = await listOccurrences(t.db, new Date(0), now);
  const windows = windowRangesOf(times, windowSubjectOf({ ...model, webEnvironmentId: null }), {
    from: 0,
    to: now.getTime(),
  });
  const all = measured.filter(({ at }) => !isWithin(windows, at.getTime()));
  for (const [range, [length, step]] of Object.entries(RANGES) as [MonitorRange, [number, number]][]) {
    const from = Math.floor(now.getTime() / step) * step + step - length;
    const wanted = exact(all, from);
    const { charts, inWindows: own } = await readCharts(t.db, id, { range, now, windows });
    const others = measured.filter((one) => one.at.getTime() >= from && !all.includes(one));
    expect(own, `in windows of ${range}`).toEqual({
      checks: others.length,
      failures: others.filter(({ ok }) => !ok).length,
    });
    seen.inWindows += others.length;
    expectNear(charts.uptimepc, wanted.uptime, 0.001, `uptime of ${range}`);
    expectNear(charts.averageLatency, wanted.latency, 0.06, `latency of ${range}`);
  }
  await expectPercentiles(id, all, windows, now);
  const shown = await findShown(t.db, id);
  if (!shown) throw new Error('The monitor is gone.');
  // With windows, the list covers only what is in the rings.
  if (times.length > 0 && shown.monitor.openChecks > 0) return;
  seen.listed += 1;
  const wanted = exact(all, Math.floor(now.getTime() / DAY_MS) * DAY_MS - 29 * DAY_MS);
  expectNear(shortCharts(shown, now, times).uptimepc, wanted.uptime, 0.001, 'uptime in the list');
}

/** Runs of consecutive failures. */
function outagesOf(all: readonly Result[]): Result[][] {
  const runs: Result[][] = [];
  for (const [index, result] of all.entries()) {
    if (result.ok) continue;
    if (index > 0 && all[index - 1]?.ok === false) runs.at(-1)?.push(result);
    else runs.push([result]);
  }
  return runs;
}

/** Every outage longer than a ring's bucket is in the ring, with all its failures. */
async function expectOutages(id: number, all: readonly Result[]): Promise<void> {
  const since = new Date(0);
  const minutes = (await listMinutes(t.db, id, since)).flatMap(({ hour, data }) => unpackMinutes(hour.getTime(), data));
  const ringOf = async (span: 'hour' | 'day') =>
    (await listRing(t.db, id, span, since)).map((row) => ({ ...row, start: row.start.getTime() }));
  const rings = [
    { span: MINUTE_MS, buckets: minutes },
    { span: HOUR_MS, buckets: await ringOf('hour') },
    { span: DAY_MS, buckets: await ringOf('day') },
  ];
  for (const { span, buckets } of rings) {
    for (const outage of outagesOf(all)) {
      const [from, to] = [outage[0]?.at.getTime() ?? 0, outage.at(-1)?.at.getTime() ?? 0];
      if (to - from < span) continue;
      const covered = buckets.filter(({ start }) => start + span > from && start <= to);
      const failures = covered.reduce((sum, bucket) => sum + bucket.failures, 0);
      expect(failures, `failures of an outage in the ring of ${span} ms`).toBeGreaterThanOrEqual(outage.length);
      // A bucket inside the outage contains only failures.
      for (const bucket of covered) {
        if (bucket.start >= from && bucket.start + span <= to) expect(bucket.failures).toBe(bucket.checks);
      }
    }
  }
  // A single success does not end an outage.
  const known = await listOutages(t.db, id, since);
  for (const outage of outagesOf(all).filter(({ length }) => length >= 3)) {
    const [from, to] = [outage[0]?.at ?? since, outage.at(-1)?.at ?? since];
    const within = known.some(({ startedAt, endedAt }) => startedAt <= from && (endedAt === null || endedAt > to));
    expect(within, `an outage from ${from.toISOString()} to ${to.toISOString()}`).toBe(true);
  }
}

/** The months ring counts every check in its month (UTC), once. */
async function expectMonths(id: number, all: readonly Result[]): Promise<void> {
  const ring = await t.db
    .select()
    .from(monitorRings)
    .where(and(eq(monitorRings.monitorId, id), eq(monitorRings.span, 'month')));
  const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
  const counts = Map.groupBy(all, ({ at }) => monthOf(at));
  const wanted = [...counts].map(([month, own]) => [month, own.length, own.filter(({ ok }) => !ok).length]);
  const kept = ring.map(({ start, checks, failures }) => [monthOf(start), checks, failures]);
  expect(new Set(kept.map(String))).toEqual(new Set(wanted.map(String)));
  expect(kept).toHaveLength(wanted.length);
}

/** The daily histograms count every successful check outside maintenance windows once. */
async function expectLatencies(id: number, measured: readonly Result[], now: Date): Promise<void> {
  const times = await listOccurrences(t.db, new Date(0), now);
  const windows = windowRangesOf(times, windowSubjectOf({ ...model, webEnvironmentId: null }), {
    from: 0,
    to: now.getTime(),
  });
  const good = measured.filter(({ at, ok }) => ok && !isWithin(windows, at.getTime()));
  const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
  const wanted = [...Map.groupBy(good, ({ at }) => dayOf(at))].map(([day, own]) => `${day} ${own.length}`);
  const kept = (await listLatencies(t.db, id, new Date(0))).map(
    ({ day, counts }) => `${dayOf(day)} ${counts.reduce((sum, count) => sum + count, 0)}`,
  );
  expect(kept.toSorted()).toEqual(wanted.toSorted());
}

describe('the rings of a monitor', () => {
  it('match an exact recomputation of uptime and latency, and contain every outage longer than a bucket', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const all = resultsOf(one);
        t.clock.set(new Date(START));
        const last = all.at(-1)?.at.getTime() ?? START;
        for (const { at, minutes } of one.windows) {
          const starts = new Date(START + at * MINUTE_MS).toISOString().slice(0, 16);
          await addTestWindow(t, { starts, minutes });
        }
        const id = await record(all, one.writes);
        // Time moves forward: reads never precede the last roll-up.
        const now = new Date(Math.max(t.clock.now().getTime(), last) + one.later);
        await expectExact(id, all, now);
        t.clock.set(now);
        await rollUp(t);
        await expectExact(id, all, now);
        const closed = new Date(now.getTime() + 2 * HOUR_MS);
        t.clock.set(closed);
        await rollUp(t);
        await expectExact(id, all, closed);
        await expectOutages(id, all);
        await expectMonths(id, all);
        await expectLatencies(id, all, closed);
        // Other monitors would only slow down the next run.
        await t.db.delete(monitors);
        await t.db.execute(sql`truncate maintenance_windows, window_times, window_switches`);
      }),
      { numRuns: 12, endOnFailure: true, examples: [[withWindow]] },
    );
    expect(seen.inWindows).toBeGreaterThan(0);
    expect(seen.listed).toBeGreaterThan(0);
    expect(seen.days).toBeGreaterThan(0);
    expect(await t.db.select().from(monitorRaw)).toEqual([]);
  }, 300_000);
});
