const DAY_MS = 86_400_000;
const SECONDS = 86_400;
/** Excel counts the non-existent 29 February 1900 as day 60. */
const LEAP_DAY_1900 = 60;
const [BEFORE_LEAP_DAY, AFTER_LEAP_DAY, SINCE_1904] = [
  Date.UTC(1899, 11, 31),
  Date.UTC(1899, 11, 30),
  Date.UTC(1904, 0, 1),
];
/** 9999-12-31 */
const LAST_DAY = 2_958_465;

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a serial as ISO date, time or both; undefined when out of range (negative, after 9999). */
export function dateText(serial: number, format: 'date' | 'time' | 'datetime', since1904: boolean): string | undefined {
  const seconds = Math.floor(Math.round(serial * DAY_MS) / 1000);
  const day = Math.floor(seconds / SECONDS);
  if (!(serial >= 0) || day > LAST_DAY) return undefined;
  if (format === 'date') return dayText(day, since1904);
  const rest = seconds % SECONDS;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  if (format === 'time') return time;
  const date = dayText(day, since1904);
  return rest === 0 ? date : date && `${date} ${time}`;
}

/** Cache: members share birthdays, and date formatting is slow. */
const known = new Map<number, string | undefined>();
const MAX_KNOWN = 50_000;

function dayText(day: number, since1904: boolean): string | undefined {
  const key = since1904 ? -1 - day : day;
  if (known.has(key)) return known.get(key);
  if (known.size >= MAX_KNOWN) known.clear();
  const text = since1904 ? isoDay(SINCE_1904 + day * DAY_MS) : dayText1900(day);
  known.set(key, text);
  return text;
}

function dayText1900(day: number): string | undefined {
  if (day === 0) return undefined;
  if (day === LEAP_DAY_1900) return '1900-02-29';
  return isoDay((day < LEAP_DAY_1900 ? BEFORE_LEAP_DAY : AFTER_LEAP_DAY) + day * DAY_MS);
}

function isoDay(time: number): string | undefined {
  const text = new Date(time).toISOString();
  return text.length === 24 ? text.slice(0, 10) : undefined;
}
