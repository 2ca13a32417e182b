/** Durations by bucket: each is 10 % wider than the one below, so that percentiles are accurate to 5 %. */
export type Histogram = Record<string, number>;

const STEP = Math.log(1.1);
/** Seconds; shorter ones share a bucket. */
const MIN_SECONDS = 0.001;

const bucketOf = (seconds: number): number => Math.round(Math.log(Math.max(seconds, MIN_SECONDS) / MIN_SECONDS) / STEP);
const secondsOf = (bucket: number): number => MIN_SECONDS * Math.exp(bucket * STEP);

export function addTo(histogram: Histogram, seconds: number): void {
  const bucket = bucketOf(seconds);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

export function mergeInto(histogram: Histogram, other: Histogram): void {
  for (const [bucket, count] of Object.entries(other)) histogram[bucket] = (histogram[bucket] ?? 0) + count;
}

export const countOf = (histogram: Histogram): number =>
  Object.values(histogram).reduce((sum, count) => sum + count, 0);

/**
 * Percentiles in seconds, rounded towards the middle: with three values or more, the smallest and the largest are outside the band.
 * Null for an empty histogram.
 */
export function percentiles(histogram: Histogram): { low: number; median: number; high: number } | null {
  const last = countOf(histogram) - 1;
  if (last < 0) return null;
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((a, b) => a.bucket - b.bucket);
  const at = (rank: number): number => {
    let before = 0;
    const found = buckets.find(({ count }) => (before += count) > rank);
    return Number(secondsOf(found?.bucket ?? 0).toPrecision(4));
  };
  return { low: at(Math.ceil(last * 0.05)), median: at(Math.round(last * 0.5)), high: at(Math.floor(last * 0.95)) };
}
