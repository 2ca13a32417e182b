import type { WindowInput } from '@mission-control/contract/windows/schema';
import type { TimeRange } from '@mission-control/contract/windows/rules';
import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';

type Calendar = Pick<WindowInput, 'starts' | 'zone' | 'minutes' | 'rule'>;

/**
 * The occurrences of a window that end after `from` and begin before `to`, in order.
 * @param from in ms since 1970
 */
export function occurrencesOf({ starts, zone, minutes, rule }: Calendar, from: number, to: number): TimeRange[] {
  const length = minutes * MINUTE_MS;
  // Days follow the wall clock, which differs from UTC by less than a day.
  const walls = rule === null ? [wallOf(starts)] : wallsOf(starts, rule, from - length - DAY_MS, to + DAY_MS);
  return walls
    .map((wall) => instantOf(wall, zone))
    .filter((at) => at + length > from && at < to)
    .map((at) => ({ from: at, to: at + length }));
}

/** The current and next occurrences of a window. @param now in ms since 1970 @param limit maximum number */
export function nextOccurrences(calendar: Calendar, now: number, limit: number): TimeRange[] {
  const { starts, zone, minutes, rule } = calendar;
  if (rule === null) return occurrencesOf(calendar, now, Infinity).slice(0, limit);
  if (!everHappens(calendar)) return [];
  const length = minutes * MINUTE_MS;
  const found: TimeRange[] = [];
  let after = now - length - DAY_MS;
  while (found.length < limit) {
    const wall = nextWall(starts, rule, after);
    if (wall === null) break;
    after = wall;
    const at = instantOf(wall, zone);
    if (at + length > now) found.push({ from: at, to: at + length });
  }
  return found;
}

/** Whether a rule ever occurs: one for the thirtieth of February does not. */
export const everHappens = ({ starts, rule }: Calendar): boolean =>
  rule === null || nextWall(starts, rule, wallOf(starts) - 1) !== null;

/** Wall-clock times are represented as if they were UTC. */
const wallOf = (starts: string): number => Date.parse(`${starts}Z`);

/** A rule without an occurrence in this many periods is treated as one that never occurs. */
const MAX_EMPTY = 500;
/** Maximum periods covered by a rule: 27 years of days; fewer for a rule with COUNT, whose occurrences must be counted. */
const MAX_PERIODS = 10_000;
const MAX_COUNTED = 3_000;
const PERIOD_MS = { DAILY: DAY_MS, WEEKLY: 7 * DAY_MS, MONTHLY: 28 * DAY_MS, YEARLY: 365 * DAY_MS };

/** Maximum periods that the library may examine to find the next occurrence; it may examine all since the start of the rule. */
function periodsUntil(starts: string, rule: string, after: number): number {
  const period = Object.entries(PERIOD_MS).find(([name]) => rule.includes(`FREQ=${name}`))?.[1] ?? DAY_MS;
  const max = rule.includes('COUNT') ? MAX_COUNTED : MAX_PERIODS;
  return Math.min(max, Math.ceil(Math.max(0, after - wallOf(starts)) / period) + MAX_EMPTY);
}

/** Evaluated in UTC, which has no summer time: in a zone, the library would omit times that the zone skips. */
const ruleOf = (starts: string, rule: string, until: number) =>
  new RRuleTemporal({
    rruleString: `DTSTART:${starts.replaceAll(/[-:]/g, '')}00Z\nRRULE:${rule}`,
    maxIterations: periodsUntil(starts, rule, until),
  });

function wallsOf(starts: string, rule: string, from: number, to: number): number[] {
  return orIfExhausted([], () =>
    ruleOf(starts, rule, to)
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds),
  );
}

const nextWall = (starts: string, rule: string, after: number): number | null =>
  orIfExhausted(null, () => ruleOf(starts, rule, after).next(new Date(after))?.epochMilliseconds ?? null);

/** Returns `nothing` when the library throws because it has examined the maximum number of periods. */
function orIfExhausted<T>(nothing: T, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof Error && error.message.includes('Maximum')) return nothing;
    throw error;
  }
}

/**
 * The instant of a wall-clock time in a zone: the first one if clocks repeat it; if they skip it, the offset from before applies
 * (RFC 5545, 3.3.5): 02:30 becomes 03:30 when clocks go from 02:00 to 03:00.
 * @param wall as if it were UTC
 */
export function instantOf(wall: number, zone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, zone);
  const after = wall - offsetAt(wall + DAY_MS, zone);
  const shown = [before, after].filter((at) => at + offsetAt(at, zone) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Offset of a zone from UTC, in ms. */
function offsetAt(at: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', second: '2-digit', ...parts });
    formats.set(zone, format);
  }
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
