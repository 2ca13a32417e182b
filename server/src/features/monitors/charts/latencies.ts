import type { Result } from '../probe/results.ts';

/** Each bucket ends 16 % above the previous one, from 1 ms to beyond the longest timeout. */
const FACTOR = 1.16;
export const BUCKETS = 64;

/** The bucket of a latency in ms: the first holds up to 1 ms, the last everything longer than the others. */
export const bucketOf = (ms: number): number =>
  Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(Math.max(1, ms)) / Math.log(FACTOR) - 1e-9)));

/** The middle of a bucket in ms, at most 8 % from each latency in it. */
const msOf = (bucket: number): number => (bucket === 0 ? 1 : FACTOR ** (bucket - 0.5));

/** Histogram of the successful checks. */
export function countLatencies(results: readonly Result[]): number[] {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  for (const { ok, ms } of results) if (ok) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
  return counts;
}

/** Adds two histograms, either of which may be empty. */
export const addCounts = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => (one[bucket] ?? 0) + (other[bucket] ?? 0));

/** Median and 95th percentile in ms; null without a successful check. */
export interface Latency {
  median: number | null;
  p95: number | null;
}

/** Index of a percentile among this many sorted values. */
const rankOf = (share: number, count: number): number => Math.max(0, Math.ceil(share * count) - 1);

/** The percentiles of a histogram, each in the bucket of the exact one. */
export function percentilesOf(counts: readonly number[]): Latency {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const at = (share: number): number | null => {
    let seen = 0;
    const bucket = counts.findIndex((count) => (seen += count) > rankOf(share, total));
    return bucket === -1 ? null : Math.round(msOf(bucket));
  };
  return { median: at(0.5), p95: at(0.95) };
}

/** The exact percentiles of the successful checks. */
export function exactPercentiles(results: readonly Result[]): Latency {
  const times = results.flatMap(({ ok, ms }) => (ok ? [ms] : [])).toSorted((a, b) => a - b);
  const at = (share: number): number | null => times[rankOf(share, times.length)] ?? null;
  return { median: at(0.5), p95: at(0.95) };
}
