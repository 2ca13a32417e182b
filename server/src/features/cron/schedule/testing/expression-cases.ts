import { CronExpressionParser } from 'cron-parser';

const ZONES = [
  'Europe/London',
  'America/New_York',
  'Australia/Sydney',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'UTC',
] as const;

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2024, 0, 1);
const TO = Date.UTC(2032, 0, 1);

/** A cron expression, its zone, and the instant (ms) after which the next time is wanted. */
export interface ExpressionCase {
  expression: string;
  zone: string;
  after: number;
  /** Within two days of a clock change in the zone. */
  isNearChange: boolean;
}

const MINUTE_MS = 60_000;

/**
 * The second library, which supports the same fields. It finds no time in some hours of half-hour clock changes, so such zones are
 * excluded.
 */
export function secondNext({ expression, zone, after }: ExpressionCase): number {
  return CronExpressionParser.parse(expression, { tz: zone, currentDate: new Date(after) })
    .next()
    .getTime();
}

/**
 * Whether the results of the two libraries may differ: one of them is in the hour after a clock change. When clocks go forward, cron runs
 * skipped fixed times at once and skips interval times, while the second library moves both by an hour; in a repeated hour, cron runs a
 * fixed time once, and the second library twice.
 */
export function mayDiffer({ zone }: ExpressionCase, first: number | null, second: number): boolean {
  const at = Math.min(first ?? Infinity, second);
  const clock = (ms: number): string => wallClock(zone).format(ms);
  const changes = (minute: number): boolean => {
    const [before, after] = [clock(minute - MINUTE_MS), clock(minute)];
    const hours = Number(after.slice(0, 2)) - Number(before.slice(0, 2));
    return hours === 2 || (hours === 0 && after < before);
  };
  return Array.from({ length: 60 }, (_, back) => at - back * MINUTE_MS).some(changes);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function wallClock(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Cases in a fixed order, every other one close to a clock change where the zone has any. */
export function* expressionCases(count: number): Generator<ExpressionCase> {
  const random = numbers(20);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const changes = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));
  /** A field: all, one, a range, steps, or a list, which every cron supports. */
  const field = (least: number, most: number): string => {
    const one = (): number => least + upTo(most - least);
    const [low = least, high = most] = [one(), one()].toSorted((a, b) => a - b);
    const list = low === high ? String(low) : `${low},${high}`;
    return pick(['*', '*', String(one()), `${low}-${high}`, `*/${pick([2, 3, 5])}`, list]);
  };
  const expressionOf = (): string =>
    [
      pick([field(0, 59), String(upTo(59)), '0', '*/15']),
      pick([field(0, 23), String(upTo(3)), '*']),
      pick(['*', '*', '*', field(1, 28)]),
      pick(['*', '*', field(1, 12)]),
      pick(['*', '*', field(0, 6)]),
    ].join(' ');
  for (let number = 0; number < count; number += 1) {
    const zone = pick(ZONES);
    const near = changes.get(zone) ?? [];
    const isNearChange = number % 2 === 0 && near.length > 0;
    const minutes = isNearChange
      ? pick(near) / 60_000 + upTo(5_760) - 2_880
      : Math.floor((FROM + random() * (TO - FROM)) / 60_000);
    yield { expression: expressionOf(), zone, after: minutes * 60_000, isNearChange };
  }
}

/** Instants at which the clock of a zone changes. */
function changesOf(zone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset', hour: '2-digit' });
  const offset = (at: number): string =>
    clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const found: number[] = [];
  for (let at = FROM; at < TO; at += 24 * HOUR_MS) {
    if (offset(at) === offset(at + 24 * HOUR_MS)) continue;
    let hour = at;
    while (offset(hour) === offset(at)) hour += HOUR_MS / 2;
    found.push(hour);
  }
  return found;
}

/** Mulberry32: the same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
