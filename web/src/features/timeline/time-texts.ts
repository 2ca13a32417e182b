import { clockText, isSameDay, momentText } from '../../ui/display/times.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '22 Nov 14:00 to 23 Nov 14:00'; names the day of the end only if it differs. */
export const rangeText = (from: Date, to: Date, now: Date): string =>
  `${momentText(from, now)} to ${isSameDay(from, to) ? clockText(to) : momentText(to, now)}`;

/** A distance: '40 s', '7 min', '1 h 20 min', '3 days'. */
export function distanceText(ms: number): string {
  const span = Math.abs(ms);
  if (span < MINUTE) return `${Math.round(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span >= 2 * DAY) return `${Math.floor(span / DAY)} days`;
  const minutes = Math.floor((span % HOUR) / MINUTE);
  return minutes === 0 ? `${Math.floor(span / HOUR)} h` : `${Math.floor(span / HOUR)} h ${minutes} min`;
}
