const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number): string => String(value).padStart(2, '0');

/** '4 Nov', UTC. */
export const dayText = (at: Date): string => `${at.getUTCDate()} ${months[at.getUTCMonth()] ?? ''}`;

/** '09:12', UTC. */
export const clockText = (at: Date): string => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;

/** '4 Nov 09:12', UTC. */
export const momentText = (at: Date): string => `${dayText(at)} ${clockText(at)}`;

/** '22 Nov 14:00 to 23 Nov 14:00 UTC'; the day of the end only where it is another. */
export function rangeText(from: Date, to: Date): string {
  const sameDay = from.toISOString().slice(0, 10) === to.toISOString().slice(0, 10);
  return `${momentText(from)} to ${sameDay ? clockText(to) : momentText(to)} UTC`;
}

/** A distance: '40 s', '7 min', '1 h 20 min', '3 days'. */
export function distanceText(ms: number): string {
  const span = Math.abs(ms);
  if (span < MINUTE) return `${Math.round(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span >= 2 * DAY) return `${Math.floor(span / DAY)} days`;
  const minutes = Math.floor((span % HOUR) / MINUTE);
  return minutes === 0 ? `${Math.floor(span / HOUR)} h` : `${Math.floor(span / HOUR)} h ${minutes} min`;
}
