import { cutText } from '../cut-text.ts';
import { countText } from '../numbers.ts';
import type { CronLog, CronTask } from './schema.ts';

/** Length of an overlap slot, and the number of slots shown: one day. */
export const SLOT_MS = 10 * 60_000;
export const SLOTS = 144;

const HOURS_FROM_MINUTES = 90;
const CLOCK_FROM_MS = 10_000;
const MAX_MESSAGE_LENGTH = 50;
const SHOWN_OF_TIME = 19;

/** The minimum time between two runs: minutes when under 90, else hours and minutes [CRN-19]. @param minutes may be fractional */
export function delayText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole >= HOURS_FROM_MINUTES) return `${Math.floor(whole / 60)}h ${whole % 60}m`;
  return countText(whole, 'minute');
}

/** A duration: milliseconds below 10 s, else hh:mm:ss [CRN-20]. */
export function durationText(seconds: number): string {
  // Round to microseconds first: 1.001 s is 1000.9999999999999 ms.
  const ms = Math.round(seconds * 1_000_000) / 1000;
  return ms < CLOCK_FROM_MS ? `${Math.floor(ms)} ms` : clockText(ms / 1000);
}

/** A range of durations in the unit of the longer one: `250 to 9500 ms`, `00:00:07 to 00:00:35`, `up to 00:00:35`. */
export function spanText(low: number, high: number): string {
  const [from, to] = [durationText(low), durationText(high)];
  if (to.endsWith(' ms')) return `${from.replace(' ms', '')} to ${to}`;
  return low < 1 ? `up to ${to}` : `${clockText(low)} to ${to}`;
}

/** hh:mm:ss; hours may exceed 99. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** A log message, truncated to 50 characters (C-098) [CRN-21]. */
export const cutMessage = (message: string): string => cutText(message, MAX_MESSAGE_LENGTH);

/** Time shown in the log: the first 19 characters [CRN-22]. */
export const logTime = (datetime: string): string => datetime.slice(0, SHOWN_OF_TIME);

type Schedule = Pick<CronTask, 'restrictions' | 'schedule' | 'execution'>;

/** The schedule of a task in words, as separate parts [CRN-13..16]. */
export function scheduleParts({ restrictions, schedule, execution }: Schedule): string[] {
  const { time, run, conditional } = restrictions;
  const { chain } = execution;
  return [
    timeText(time),
    ...(schedule ? [`cron ${schedule.cron}`] : []),
    ...(run?.notBefore ? [`not before ${run.notBefore}`] : []),
    ...(run?.notAfter ? [`not after ${run.notAfter}`] : []),
    ...(conditional ? [`if ${conditional.variable} is ${String(conditional.is)}`] : []),
    ...(chain ? [`chain ${chain.frequency}, order ${chain.order}`] : []),
  ];
}

function timeText(time: CronTask['restrictions']['time']): string {
  if (time.type === 'delay') return `every ${delayText(time.minimum)}`;
  return time.type;
}

/** Display names of run outcomes. */
export const LOG_STATUS = {
  task_end: { text: 'Ended', meaning: 'good' },
  task_fail: { text: 'Failed', meaning: 'bad' },
  task_dead: { text: 'Dead', meaning: 'orange' },
} as const;

const DAY_MS = 24 * 60 * 60_000;

/** Counts the outcomes of the last 24 hours. @param now ms since the epoch */
export function countLastDay(logs: readonly CronLog[], now: number): Record<CronLog['context']['status'], number> {
  const counts = { task_end: 0, task_fail: 0, task_dead: 0 };
  for (const { context, datetime } of logs) {
    // Count unparseable times, too.
    if (!(Date.parse(datetime) < now - DAY_MS)) counts[context.status] += 1;
  }
  return counts;
}

const UNITS = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY_MS } as const;
const FUZZY = /^(?:just now|(an?|\d{1,6}) (second|minute|hour|day)s? ago)$/i;

/**
 * Adjusts a report's relative time to now: "5 minutes ago" in a report from three hours ago becomes "3 hours ago". Texts that cannot be
 * parsed get the suffix "(when reported)".
 * @param ageMs age of the report
 */
export function agedFuzzy(fuzzy: string, ageMs: number): string {
  const found = FUZZY.exec(fuzzy.trim());
  if (ageMs < UNITS.minute || /^(never|-?)$/i.test(fuzzy.trim())) return fuzzy;
  if (!found) return `${fuzzy} (when reported)`;
  const [, count, unit] = found;
  const reportedMs = unit === undefined ? 0 : wholeOf(count) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
  const ms = reportedMs + ageMs;
  if (ms >= 2 * UNITS.day) return agoText(ms, 'day');
  return agoText(ms, ms < UNITS.hour ? 'minute' : 'hour');
}

const wholeOf = (count: string | undefined): number => (/^\d+$/.test(count ?? '') ? Number(count) : 1);

function agoText(ms: number, unit: keyof typeof UNITS): string {
  const count = Math.floor(ms / UNITS[unit]);
  return `${countText(count, unit)} ago`;
}

/** The next run of a task in the time zone of its tenant: `next Tue 24 Nov 03:00 (Europe/London)`. */
export function nextRunText({ at, zone, earliest }: { at: string; zone: string; earliest: boolean }): string {
  const shown = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...shown }).formatToParts(
    new Date(at),
  );
  // Browsers format the separators differently.
  const of = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  const time = `${of('weekday')} ${of('day')} ${of('month')} ${of('hour')}:${of('minute')}`;
  return `${earliest ? 'not before' : 'next'} ${time} (${zone})`;
}
