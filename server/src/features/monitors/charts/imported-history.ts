import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { widen, type Bucket } from './buckets.ts';

/** Response times from an inventory, in ms: oldest first, up to the last complete interval before `until`. */
export type ImportedResponses = Pick<InventoryHistory['monitors'][number], 'six_hours' | 'hours' | 'ten_minutes'>;

/** An outage, in ms since 1970. */
export interface Span {
  from: number;
  to: number;
}

const TEN_MINUTES = 10 * MINUTE_MS;
const SIX_HOURS = 6 * HOUR_MS;

/** The imported history in buckets of the range's resolution, as if there had been one check per minute. */
export function importedBuckets(
  responses: ImportedResponses,
  outages: readonly Span[],
  until: number,
  range: MonitorRange,
): Bucket[] {
  const stretches = (values: readonly number[], length: number) => stretchesOf(values, length, until, outages);
  if (range === '24h') return stretches(responses.ten_minutes, TEN_MINUTES);
  const hours = stretches(responses.hours, HOUR_MS);
  if (range === '7d') return hours;
  // The six-hour interval that contains `until` is incomplete, so its hours are used instead.
  const last = floor(until, SIX_HOURS);
  const all = [...stretches(responses.six_hours, SIX_HOURS), ...hours.filter(({ start }) => start >= last)];
  return range === '30d' ? all : widen(all, DAY_MS);
}

const floor = (at: number, step: number): number => Math.floor(at / step) * step;

function stretchesOf(values: readonly number[], length: number, until: number, outages: readonly Span[]): Bucket[] {
  const first = floor(until, length) - values.length * length;
  return values.map((ms, at) => {
    const start = first + at * length;
    const checks = length / MINUTE_MS;
    const down = outages.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, start + length) - Math.max(from, start)),
      0,
    );
    const failures = Math.min(checks, Math.round(down / MINUTE_MS));
    return { start, checks, failures, msSum: (checks - failures) * ms };
  });
}
