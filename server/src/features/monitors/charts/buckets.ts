import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Result } from '../probe/results.ts';

/** Aggregated checks of a time span. */
export interface Bucket {
  /** Start, in ms since 1970. */
  start: number;
  checks: number;
  failures: number;
  /** Sum over the successful checks. */
  msSum: number;
}

export type Sum = Omit<Bucket, 'start'>;
export type Counts = Omit<Sum, 'msSum'>;

/** For this long, a result may not be in any ring yet. */
export const RECENT_MS = 3 * HOUR_MS;

/** Groups ordered results into buckets of this length; empty buckets are omitted. */
export function bucketsOf(results: readonly Result[], span: number): Bucket[] {
  const single = results.map(({ at, ok, ms }) => ({
    start: at.getTime(),
    checks: 1,
    failures: ok ? 0 : 1,
    msSum: ok ? ms : 0,
  }));
  return widen(single, span);
}

/** Merges buckets into wider ones. */
export function widen(buckets: readonly Bucket[], span: number): Bucket[] {
  const wide = new Map<number, Bucket>();
  for (const one of buckets) {
    const start = Math.floor(one.start / span) * span;
    const sum = wide.get(start) ?? { start, checks: 0, failures: 0, msSum: 0 };
    sum.checks += one.checks;
    sum.failures += one.failures;
    sum.msSum += one.msSum;
    wide.set(start, sum);
  }
  return [...wide.values()].toSorted((one, other) => one.start - other.start);
}

/** Percentage of successful checks; null without a check. */
export function uptimeOf(buckets: readonly Counts[]): number | null {
  const { checks, failures } = sumOf(buckets);
  return checks === 0 ? null : ((checks - failures) / checks) * 100;
}

/** Mean time of the successful checks, in ms; null without one. */
export function latencyOf(buckets: readonly Sum[]): number | null {
  const { checks, failures, msSum } = sumOf(buckets);
  return checks === failures ? null : msSum / (checks - failures);
}

export function sumOf(buckets: readonly (Counts & { msSum?: number })[]): Sum {
  const sum = { checks: 0, failures: 0, msSum: 0 };
  for (const { checks, failures, msSum = 0 } of buckets) {
    sum.checks += checks;
    sum.failures += failures;
    sum.msSum += msSum;
  }
  return sum;
}

const MINUTES = 60;
const SIZE = 8;
const MAX = 0xff;

/** Packs the sixty minutes of an hour, eight bytes each: checks, failures, sum of the times. */
export function packMinutes(hour: number, minutes: readonly Bucket[]): Buffer {
  const data = Buffer.alloc(MINUTES * SIZE);
  for (const { start, checks, failures, msSum } of minutes) {
    const at = ((start - hour) / MINUTE_MS) * SIZE;
    // With more checks than fit in a byte (no prober makes that many) the ratios are preserved.
    const scale = Math.min(1, MAX / checks);
    data.writeUInt8(Math.floor(checks * scale), at);
    data.writeUInt8(Math.ceil(failures * scale), at + 1);
    data.writeUIntBE(Math.round(msSum * scale), at + 2, 6);
  }
  return data;
}

/** Unpacks the minutes of an hour, omitting those without a check. */
export function unpackMinutes(hour: number, packed: Uint8Array): Bucket[] {
  const data = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(data.length / SIZE) }, (_, minute) => ({
    start: hour + minute * MINUTE_MS,
    checks: data.readUInt8(minute * SIZE),
    failures: data.readUInt8(minute * SIZE + 1),
    msSum: data.readUIntBE(minute * SIZE + 2, 6),
  })).filter(({ checks }) => checks > 0);
}
