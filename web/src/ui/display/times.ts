import { countText } from '@mission-control/contract/numbers';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

// In the browser's time zone, unless the name says UTC.

/** '4 Nov 2026'. */
export function dateText(at: Date): string {
  return `${at.getDate()} ${months[at.getMonth()] ?? ''} ${at.getFullYear()}`;
}

/** '4 Nov', with the year unless it is the current one. */
export function dayText(at: Date, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? '' : ` ${at.getFullYear()}`;
  return `${at.getDate()} ${months[at.getMonth()] ?? ''}${year}`;
}

/** '14:05'. */
export const clockText = (at: Date): string => `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** '4 Nov 14:05'. */
export const momentText = (at: Date, now: Date): string => `${dayText(at, now)} ${clockText(at)}`;

/** '14:05', with the date on another day than `now`. */
export const untilText = (at: Date, now: Date): string =>
  isSameDay(at, now) ? clockText(at) : `${clockText(at)} on ${dayText(at, now)}`;

/** '14:05' today, else '4 Nov'. */
export const clockOrDayText = (at: Date, now: Date): string => (isSameDay(at, now) ? clockText(at) : dayText(at, now));

export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** '06:02:03'. */
export const secondsText = (at: Date): string => `${clockText(at)}:${twoDigits(at.getSeconds())}`;

/** '4 Nov 2026, 06:02:03'. */
export const timeText = (at: Date): string => `${dateText(at)}, ${secondsText(at)}`;

/** '4 Nov 2026', in UTC. */
export function utcDateText(at: Date): string {
  return `${at.getUTCDate()} ${months[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`;
}

/** '4 Nov 2026, 06:02:03 UTC'. */
export function utcTimeText(at: Date): string {
  return `${utcDateText(at)}, ${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(twoDigits).join(':')} UTC`;
}

/** For the hover: '4 Nov 2026, 08:02:03 (4 Nov 2026, 06:02:03 UTC)'; only the latter where the zone is UTC. */
export const exactTimeText = (at: Date): string =>
  at.getTimezoneOffset() === 0 ? utcTimeText(at) : `${timeText(at)} (${utcTimeText(at)})`;

/** 'just now', '38 s ago', '12 min ago', '2 h ago', '3 days ago', 'in 5 min'; the date from 30 days on. */
export function relativeTimeText(at: Date, now: Date): string {
  const distance = now.getTime() - at.getTime();
  const span = Math.abs(distance);
  if (Number.isNaN(span)) return 'unknown';
  if (span >= 30 * DAY) return dateText(at);
  if (span < 5 * SECOND) return 'just now';
  const length = spanText(span);
  return distance >= 0 ? `${length} ago` : `in ${length}`;
}

function spanText(span: number): string {
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  const days = Math.floor(span / DAY);
  return countText(days, 'day');
}
