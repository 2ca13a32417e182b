import { outsideBand } from '@mission-control/contract/cron/troubles';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTo, countOf, mergeInto, percentiles, type Histogram } from './histogram.ts';
import { addRuns, bandsOf, nameOf, newRuns, type KnownTask, type TaskDay } from './runs.ts';

const histogramOf = (values: readonly number[]): Histogram => {
  const histogram: Histogram = {};
  for (const value of values) addTo(histogram, value);
  return histogram;
};

describe('percentiles of durations', () => {
  const seconds = fc.double({ min: 0.001, max: 1_000_000, noNaN: true });

  it('are accurate to 5 %, however the durations were merged', () => {
    fc.assert(
      fc.property(fc.array(seconds, { minLength: 1, maxLength: 200 }), fc.array(seconds, { maxLength: 50 }), (a, b) => {
        const merged = histogramOf(a);
        mergeInto(merged, histogramOf(b));
        const sorted = [...a, ...b].toSorted((one, other) => one - other);
        const last = sorted.length - 1;
        expect(countOf(merged)).toBe(sorted.length);
        const found = percentiles(merged);
        for (const [value, rank] of [
          [found?.low, Math.ceil(last * 0.05)],
          [found?.median, Math.round(last * 0.5)],
          [found?.high, Math.floor(last * 0.95)],
        ] as const)
          expect(Math.abs((value ?? 0) / (sorted[rank] ?? 1) - 1)).toBeLessThan(0.051);
      }),
    );
  });

  it('are not affected by a single outlier', () => {
    const usual = Array.from({ length: 12 }, () => 100);
    expect(percentiles(histogramOf([...usual, 0.01]))?.low).toBeGreaterThan(90);
    expect(percentiles(histogramOf([...usual, 90_000]))?.high).toBeLessThan(110);
    expect(percentiles({})).toBeNull();
  });
});

describe('a run outside its band', () => {
  it.each([
    [200, { low: 40, high: 99 }, { trouble: 'too-long', percent: 102 }],
    [198, { low: 40, high: 99 }, null],
    [40, { low: 2, high: 11 }, null],
    [41.1, { low: 2, high: 11 }, { trouble: 'too-long', percent: 274 }],
    [19, { low: 40, high: 99 }, { trouble: 'too-short', percent: 53 }],
    [20, { low: 40, high: 99 }, null],
    [0.1, { low: 1, high: 2 }, null],
    [0, { low: 1, high: 2 }, { trouble: 'too-short', percent: 100 }],
    [31, { low: 0, high: 0 }, { trouble: 'too-long', percent: 100_000 }],
  ])('of %d s in %j is %j', (seconds, band, found) => {
    expect(outsideBand(seconds, { ...band, runs: 10 })).toEqual(found);
  });
});

const REPORTED = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const log = (end: number, seconds = 60, status: 'task_end' | 'task_fail' = 'task_end') => ({
  context: { status },
  message: '',
  e2e: { task_duration_in_seconds: seconds },
  datetime: new Date(end).toISOString(),
});
const task = (logs: ReturnType<typeof log>[]) => ({
  group: { name: 'G' },
  taskName: 'T',
  restrictions: { time: { type: 'always' as const }, run: null, conditional: null },
  execution: { chain: null },
  state: { status_text: '', finished_fuzzy: '' },
  logs,
});
const NAME = nameOf({ group: 'G', task: 'T' });

describe('the runs of reports', () => {
  it('are counted once, however often and in whatever order they are reported', () => {
    const ends = fc.uniqueArray(fc.integer({ min: 1, max: 1_400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(ends, fc.array(fc.integer({ min: 1, max: 1_440 }), { minLength: 1, maxLength: 8 }), (ran, times) => {
        const days = new Map<string, Map<string, TaskDay>>();
        const known = new Map<string, KnownTask>();
        // Each report holds all runs of the day before it.
        for (const minute of [...times, 1_440].toSorted((a, b) => a - b)) {
          const logs = ran.filter((end) => end <= minute).map((end) => log(REPORTED + end * 60_000));
          const runs = newRuns([task(logs)], known, REPORTED + minute * 60_000);
          addRuns(days, runs, known);
          for (const { end } of runs)
            known.set(NAME, { group: 'G', task: 'T', until: Math.max(end, known.get(NAME)?.until ?? 0), band: null });
        }
        const counted = [...days.values()].flatMap((day) => [...day.values()]);
        expect(counted.reduce((sum, { ended }) => sum + ended, 0)).toBe(ran.length);
      }),
    );
  });

  it('are left out when they end after the report, have no time, or are too old', () => {
    const logs = [log(REPORTED + 1), log(REPORTED - 3 * DAY_MS), log(REPORTED), { ...log(0), datetime: 'yesterday' }];
    expect(newRuns([task(logs)], new Map(), REPORTED).map(({ end }) => end)).toEqual([REPORTED]);
  });

  it('are kept by day, with at most 20 that failed or were outside their band listed one by one', () => {
    const days = new Map<string, Map<string, TaskDay>>();
    const known = new Map([[NAME, { group: 'G', task: 'T', until: 0, band: { low: 50, high: 70, runs: 40 } }]]);
    const at = REPORTED - DAY_MS;
    const runs = [log(at, 60), log(at + 1, 5), log(REPORTED - 1, 60, 'task_fail')];
    addRuns(days, newRuns([task(runs)], known, REPORTED), known);
    expect([...days].map(([day, tasks]) => [day, tasks.get(NAME)])).toMatchObject([
      ['2026-11-20', { ended: 2, failed: 0, outliers: [[at + 1, 5, 'task_end']] }],
      ['2026-11-21', { ended: 0, failed: 1, outliers: [[REPORTED - 1, 60, 'task_fail']] }],
    ]);
    const many = Array.from({ length: 30 }, (_, second) => log(at + second * 1_000, 5));
    addRuns(days, newRuns([task(many)], known, REPORTED), known);
    const kept = days.get('2026-11-20')?.get(NAME)?.outliers ?? [];
    expect([kept.length, kept.at(-1)?.[0]]).toEqual([20, at + 29_000]);
  });

  it('make a band from ten on', () => {
    const day = (count: number): TaskDay => ({
      group: 'G',
      task: 'T',
      ended: count,
      failed: 0,
      dead: 0,
      durations: histogramOf(Array.from({ length: count }, () => 60)),
      outliers: [],
    });
    expect(bandsOf([day(5), day(4)]).size).toBe(0);
    expect(bandsOf([day(5), day(5)]).get(NAME)?.runs).toBe(10);
  });
});
