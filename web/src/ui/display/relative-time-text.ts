const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number) => String(value).padStart(2, '0');

/** '4 Nov 2026', in UTC. */
export function utcDateText(at: Date): string {
  return `${at.getUTCDate()} ${months[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`;
}

/** '4 Nov 2026, 06:02:03 UTC'. */
export function utcTimeText(at: Date): string {
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${utcDateText(at)}, ${time} UTC`;
}

/** '14:05' in the person's zone, with the date on another day than `now`. */
export function clockText(at: Date, now: Date): string {
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return at.toDateString() === now.toDateString() ? time : `${time} on ${at.getDate()} ${months[at.getMonth()] ?? ''}`;
}

/** 'just now', '38 s ago', '12 min ago', '2 h ago', '3 days ago', 'in 5 min'; the date from 30 days on. */
export function relativeTimeText(at: Date, now: Date): string {
  const distance = now.getTime() - at.getTime();
  const span = Math.abs(distance);
  if (Number.isNaN(span)) return 'unknown';
  if (span >= 30 * DAY) return utcDateText(at);
  if (span < 5 * SECOND) return 'just now';
  const length = spanText(span);
  return distance >= 0 ? `${length} ago` : `in ${length}`;
}

function spanText(span: number): string {
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  const days = Math.floor(span / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}
