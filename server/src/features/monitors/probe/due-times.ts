import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';

/**
 * A monitor unchecked for longer was not orphaned by a dead worker; it was not monitored at all (e.g. before startup), so it is not urgent.
 */
const URGENT_MS = 3 * CHECK_INTERVAL_MS;

/** The offset of a monitor within the interval: constant across workers and evenly distributed, so that checks never bunch up. */
export function offsetOf(id: number): number {
  // Multiples of the golden ratio are evenly distributed for any number of ids.
  return Math.floor(((id * 0.618_033_988_749_895) % 1) * CHECK_INTERVAL_MS);
}

/**
 * The next due time of a monitor: its offset in the next interval, or now if a dead worker left it unchecked for more than an interval.
 * Ignores a last start in the future: the clock was set back.
 */
export function dueAfter(id: number, last: number | null, now: number): number {
  const lastStart = last !== null && last > now ? null : last;
  const next = nextAtOffset(id, lastStart === null ? now : lastStart + CHECK_INTERVAL_MS / 2);
  if (next >= now) return next;
  return lastStart !== null && now - lastStart < URGENT_MS ? now : nextAtOffset(id, now);
}

/** The first occurrence of its offset from then on. */
function nextAtOffset(id: number, from: number): number {
  const offset = offsetOf(id);
  return offset + Math.ceil((from - offset) / CHECK_INTERVAL_MS) * CHECK_INTERVAL_MS;
}
