import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../probe/results.ts';
import { addCounts, bucketOf, BUCKETS, countLatencies, exactPercentiles, percentilesOf } from './latencies.ts';

const resultsOf = (times: readonly number[]): Result[] => times.map((ms) => ({ at: new Date(0), ok: true, ms }));
const times = fc.array(fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 20, max: 200 })), {
  minLength: 1,
  maxLength: 400,
});

describe('percentiles of latencies', () => {
  it('from a histogram are in the bucket of the exact ones, and within 8 % of them', () => {
    let reached = 0;
    fc.assert(
      fc.property(times, times, (one, other) => {
        const merged = addCounts(countLatencies(resultsOf(one)), countLatencies(resultsOf(other)));
        const [found, exact] = [percentilesOf(merged), exactPercentiles(resultsOf([...one, ...other]))];
        for (const which of ['median', 'p95'] as const) {
          const [value, wanted] = [found[which] ?? 0, exact[which] ?? 0];
          expect(Math.abs(value - wanted), `${which}: ${value} for ${wanted}`).toBeLessThanOrEqual(wanted * 0.08 + 1);
          // Buckets of a few ms are narrower than the rounding to whole ms.
          if (wanted <= 20) continue;
          reached += 1;
          expect(bucketOf(value), which).toBe(bucketOf(wanted));
        }
      }),
    );
    expect(reached).toBeGreaterThan(0);
  });

  it('are measured values, with at least as many below them', () => {
    fc.assert(
      fc.property(times, (list) => {
        const { p95, median } = exactPercentiles(resultsOf(list));
        const below = (limit: number | null) => list.filter((ms) => ms <= (limit ?? 0)).length / list.length;
        expect(list).toContain(p95);
        expect(below(p95)).toBeGreaterThanOrEqual(0.95);
        expect(below(median)).toBeGreaterThanOrEqual(0.5);
        expect(below((p95 ?? 0) - 1)).toBeLessThan(0.95);
      }),
    );
  });

  it('exclude failures, and are null without a successful check', () => {
    const failed = resultsOf([9_000]).map((one) => ({ ...one, ok: false }));
    expect(exactPercentiles([...resultsOf([100]), ...failed])).toEqual({ median: 100, p95: 100 });
    expect(countLatencies(failed)).toEqual(Array.from({ length: BUCKETS }, () => 0));
    expect([percentilesOf(countLatencies(failed)), percentilesOf([]), exactPercentiles(failed)]).toEqual(
      Array.from({ length: 3 }, () => ({ median: null, p95: null })),
    );
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 5],
    [10_000, 63],
    [1_000_000, 63],
  ])('put %d ms into bucket %d', (ms, bucket) => {
    expect(bucketOf(ms)).toBe(bucket);
  });
});
