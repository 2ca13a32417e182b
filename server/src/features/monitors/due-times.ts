import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';

/** A monitor that was left for so long was not being taken over but switched off, as at a start: no hurry then. */
const HURRY_MS = 3 * CHECK_INTERVAL_MS;

/**
 * Where in the interval a monitor has its place: always the same one, whichever worker checks it, and spread evenly over all of it,
 * so that checks never come in a bunch.
 */
export function placeOf(id: number): number {
  // The golden ratio leaves no gaps, however many ids there are.
  return Math.floor(((id * 0.618_033_988_749_895) % 1) * CHECK_INTERVAL_MS);
}

/**
 * When a monitor is due that was last checked then: at its place in the next interval; at once when a worker that died has left it
 * behind for longer than an interval.
 */
export function dueAfter(id: number, lastStart: number | null, now: number): number {
  const next = placeFrom(id, lastStart === null ? now : lastStart + CHECK_INTERVAL_MS / 2);
  if (next >= now) return next;
  return lastStart !== null && now - lastStart < HURRY_MS ? now : placeFrom(id, now);
}

/** The first of its places from then on. */
function placeFrom(id: number, from: number): number {
  const place = placeOf(id);
  return place + Math.ceil((from - place) / CHECK_INTERVAL_MS) * CHECK_INTERVAL_MS;
}
