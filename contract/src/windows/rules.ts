/** Longest window: a week. */
export const MAX_WINDOW_MINUTES = 10_080;
export const MIN_WINDOW_MINUTES = 5;

/** Scope of a window: a subject must match each list that is not empty. */
export interface WindowScope {
  readonly tenants: readonly number[];
  readonly environments: readonly number[];
  /** Slugs. */
  readonly services: readonly string[];
}

/** What a window can cover. */
export interface WindowSubject {
  /** Null if it belongs to no tenant. */
  tenantId: number | null;
  environmentIds: readonly number[];
  /** Slug; null if it belongs to no service. */
  service: string | null;
}

export const isEverything = ({ tenants, environments, services }: WindowScope): boolean =>
  tenants.length + environments.length + services.length === 0;

/** True if the scope of a window covers the subject. */
export function isInScope(
  { tenants, environments, services }: WindowScope,
  { tenantId, environmentIds, service }: WindowSubject,
): boolean {
  return (
    (tenants.length === 0 || (tenantId !== null && tenants.includes(tenantId))) &&
    (environments.length === 0 || environmentIds.some((id) => environments.includes(id))) &&
    (services.length === 0 || (service !== null && services.includes(service)))
  );
}

/** A time span in ms since the epoch; `to` is exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** True for a day and a time to the minute, such as `2026-11-29T02:00`. */
export function isWallTime(text: string): boolean {
  const at = /^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text) ? new Date(`${text}Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Supported parts of a rule: days and frequency; the time of day is that of the window's start. */
const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ['FREQ', /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/],
  ['INTERVAL', /^[1-9]\d?$/],
  ['BYDAY', /^(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)){0,20}$/],
  ['BYMONTHDAY', /^-?(?:[1-9]|[12]\d|3[01])(?:,-?(?:[1-9]|[12]\d|3[01])){0,30}$/],
  ['BYMONTH', /^(?:[1-9]|1[0-2])(?:,(?:[1-9]|1[0-2])){0,11}$/],
  ['BYSETPOS', /^-?[1-5]$/],
  ['WKST', /^(?:MO|SU)$/],
  ['COUNT', /^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$/],
  ['UNTIL', /^\d{8}$/],
]);

/** Why a text is not a valid rule; null when it is valid. */
export function faultOfRule(text: string): string | null {
  const parts = text.split(';').map((part) => part.split('='));
  const names = parts.map(([name = '']) => name);
  const unknown = parts.find(([name = '', value = '', ...more]) => more.length > 0 || !PARTS.get(name)?.test(value));
  if (unknown) return `has an unsupported part: ${unknown.join('=').slice(0, 40)}`;
  if (!names.includes('FREQ')) return 'must begin with FREQ, such as FREQ=WEEKLY;BYDAY=SU';
  if (new Set(names).size < names.length) return 'has a duplicate part';
  if (names.includes('COUNT') && names.includes('UNTIL')) return 'has both COUNT and UNTIL';
  const never = faultOfDays(new Map(parts.map(([name = '', value = '']) => [name, value])));
  if (never !== null) return never;
  const [, last] = parts.find(([name]) => name === 'UNTIL') ?? [];
  return last === undefined || isWallTime(last.replace(/^(....)(..)(..)$/, '$1-$2-$3T00:00'))
    ? null
    : 'ends on a day that does not exist: UNTIL is a day such as 20261129';
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Why a rule can never match a day, as far as its text shows; null if it can. @param parts by name */
function faultOfDays(parts: ReadonlyMap<string, string>): string | null {
  const numbersOf = (name: string) => parts.get(name)?.split(',').map(Number);
  const longest = Math.max(...(numbersOf('BYMONTH') ?? [1]).map((month) => MONTH_DAYS[month - 1] ?? 0));
  if (numbersOf('BYMONTHDAY')?.every((day) => Math.abs(day) > longest)) return 'has a day that its months do not have';
  const often = parts.get('FREQ') ?? '';
  const isShort = often === 'DAILY' || often === 'WEEKLY';
  if (isShort && /\d/.test(parts.get('BYDAY') ?? '')) return 'numbers weekdays, which only months and years have';
  const position = Math.abs(Number(parts.get('BYSETPOS') ?? 1));
  const days = maxDaysPerPeriod(often, parts.get('BYDAY')?.split(',') ?? [], numbersOf('BYMONTH')?.length ?? 1);
  return position > days ? `names day ${position} of ${days} with BYSETPOS` : null;
}

/** Maximum number of days that a rule matches per period; Infinity where that depends on the calendar. */
function maxDaysPerPeriod(often: string, weekdays: readonly string[], months: number): number {
  if (often === 'DAILY') return 1;
  const different = new Set(weekdays).size;
  if (often === 'WEEKLY') return different || 1;
  const isNumbered = different > 0 && weekdays.every((day) => /\d/.test(day));
  return isNumbered ? different * (often === 'YEARLY' ? months : 1) : Infinity;
}

/** Formats the length of a window: `45 min`, `2 h`, `1 d 4 h`. */
export function minutesText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  const parts = [days > 0 && `${days} d`, hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean);
  return parts.length === 0 ? '0 min' : parts.join(' ');
}
