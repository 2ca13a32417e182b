import { faultOfRule } from '@mission-control/contract/windows/rules';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it } from 'vitest';
import { everHappens, instantOf, nextOccurrences, occurrencesOf } from './calendar.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ZONES = [
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'America/St_Johns',
  'UTC',
];

const iso = (at: number): string => new Date(at).toISOString();
const daily = { starts: '2024-01-01T02:30', zone: 'America/New_York', minutes: 60, rule: 'FREQ=DAILY' };
const on = (calendar: typeof daily, from: string, to: string) =>
  occurrencesOf(calendar, Date.parse(from), Date.parse(to)).map((one) => iso(one.from));

describe('a daily window at 02:30', () => {
  it('is at 03:30 on the day when clocks skip 02:30, with its usual duration', () => {
    expect(on(daily, '2026-03-07T12:00Z', '2026-03-09T12:00Z')).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]);
    const [first] = occurrencesOf(daily, Date.parse('2026-03-08T00:00Z'), Date.parse('2026-03-09T00:00Z'));
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBe(60 * MINUTE_MS);
  });

  it('occurs once on the day when clocks repeat its time, at the first occurrence', () => {
    const early = { ...daily, starts: '2024-01-01T01:30' };
    expect(on(early, '2026-10-31T12:00Z', '2026-11-02T12:00Z')).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
  });
});

it.each([
  ['FREQ=WEEKLY;BYDAY=SU', ['2026-11-29T02:00', '2026-12-06T02:00', '2026-12-13T02:00']],
  ['FREQ=MONTHLY;BYDAY=-1SU', ['2026-11-29T02:00', '2026-12-27T02:00', '2027-01-31T02:00']],
  ['FREQ=MONTHLY;BYMONTHDAY=31', ['2026-12-31T02:00', '2027-01-31T02:00', '2027-03-31T02:00']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=2', ['2026-12-08T02:00', '2026-12-22T02:00']],
  ['FREQ=DAILY;UNTIL=20261130', ['2026-11-26T02:00', '2026-11-27T02:00', '2026-11-28T02:00']],
])('%s from Thursday 26 November 2026', (rule, expected) => {
  const calendar = { starts: '2026-11-26T02:00', zone: 'UTC', minutes: 60, rule };
  const next = nextOccurrences(calendar, Date.parse('2026-11-26T00:00Z'), 3);
  expect(next.map(({ from }) => iso(from).slice(0, 16))).toEqual(expected);
});

it('ends with its last day, inclusive', () => {
  const calendar = {
    starts: '2026-11-26T23:30',
    zone: 'Europe/London',
    minutes: 60,
    rule: 'FREQ=DAILY;UNTIL=20261128',
  };
  expect(nextOccurrences(calendar, Date.parse('2026-11-26T00:00Z'), 9)).toHaveLength(3);
});

it('reports a date that never occurs', () => {
  const calendar = { ...daily, rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' };
  expect(everHappens(calendar)).toBe(false);
  expect(nextOccurrences(calendar, 0, 3)).toEqual([]);
  expect(occurrencesOf(calendar, 0, Date.parse('2030-01-01T00:00Z'))).toEqual([]);
});

it.each([
  'FREQ=HOURLY',
  'FREQ=DAILY;BYHOUR=3',
  'BYDAY=SU',
  'FREQ=DAILY;COUNT=2;UNTIL=20270101',
  'FREQ=DAILY;FREQ=DAILY',
  'FREQ=DAILY;UNTIL=20261301',
  'FREQ=DAILY;UNTIL=20270229',
  'FREQ=DAILY;UNTIL=99999999',
  'FREQ=DAILY;BYSETPOS=3',
  'FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-3',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=YEARLY;BYDAY=-5MO,-1MO;BYSETPOS=-3',
  'FREQ=YEARLY;BYMONTH=2,8;BYDAY=1MO;BYSETPOS=3',
  'FREQ=MONTHLY;BYDAY=1MO,3MO;BYSETPOS=3',
  'FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31',
  'FREQ=DAILY;COUNT=367',
  'constructor=1',
  'FREQ=DAILY;__proto__=1',
  '',
])('rejects the rule "%s"', (rule) => {
  expect(faultOfRule(rule)).not.toBeNull();
});

it.each([
  'FREQ=DAILY;BYSETPOS=-1',
  'FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-2',
  'FREQ=MONTHLY;BYDAY=-2MO',
  'FREQ=MONTHLY;BYDAY=1MO,3MO;BYSETPOS=2',
  'FREQ=MONTHLY;BYDAY=1MO,TU;BYSETPOS=5',
  'FREQ=YEARLY;BYMONTH=2,8;BYDAY=1MO;BYSETPOS=2',
  'FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=31',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=DAILY;COUNT=366',
])('accepts the rule "%s"', (rule) => {
  expect(faultOfRule(rule)).toBeNull();
  expect(everHappens({ ...daily, rule })).toBe(true);
});

/** Number of calls of the library's own methods during a calculation. */
function stepsOf(calculate: () => unknown): number {
  const own = Object.entries(Object.getOwnPropertyDescriptors(RRuleTemporal.prototype)).filter(
    ([name, { value }]) => name !== 'constructor' && typeof value === 'function',
  );
  let steps = 0;
  for (const [name, { value, ...more }] of own) {
    const method = value as (...args: unknown[]) => unknown;
    function count(this: unknown, ...args: unknown[]): unknown {
      steps += 1;
      return method.apply(this, args);
    }
    Object.defineProperty(RRuleTemporal.prototype, name, { ...more, value: count });
  }
  try {
    calculate();
  } finally {
    for (const [name, descriptor] of own) Object.defineProperty(RRuleTemporal.prototype, name, descriptor);
  }
  return steps;
}

it('takes bounded work for any rule, whether it ever occurs or not', () => {
  const numbers = (min: number, max: number) => fc.integer({ min, max }).filter((number) => number !== 0);
  const list = (item: fc.Arbitrary<string | number>) =>
    fc.uniqueArray(item, { minLength: 1, maxLength: 5 }).map((items) => items.join(','));
  const weekday = fc
    .tuple(fc.constantFrom('', '', '', '1', '-1', '5', '-5'), fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'))
    .map((parts) => parts.join(''));
  const part = (name: string, value: fc.Arbitrary<string | number>) =>
    fc.option(
      value.map((drawn) => `${name}=${drawn}`),
      { nil: null, freq: 2 },
    );
  const text = fc
    .tuple(
      fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'),
      part('INTERVAL', fc.integer({ min: 1, max: 99 })),
      part('BYDAY', list(weekday)),
      part('BYMONTHDAY', list(numbers(-31, 31))),
      part('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
      part('BYSETPOS', numbers(-5, 5)),
      part('COUNT', fc.integer({ min: 1, max: 366 })),
    )
    .map((parts) => parts.filter((one) => one !== null).join(';'));
  const starts = fc.constantFrom('2000-01-01T02:00', '2016-02-29T02:00', '2026-11-23T22:00', '2099-12-31T02:00');
  const now = Date.parse('2026-11-23T12:00Z');
  const outcomes = { refused: 0, never: 0, sometimes: 0 };
  const examples: [string, string][] = [
    ['FREQ=DAILY;BYSETPOS=3', '2026-11-23T22:00'],
    ['FREQ=MONTHLY;INTERVAL=12;BYMONTH=3', '2026-11-23T22:00'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', '2000-01-01T02:00'],
    ['FREQ=DAILY;BYMONTHDAY=-27,5,-3,12;COUNT=366', '2000-01-01T02:00'],
    // The maximum in 8,500 draws: 239,000, and 84,000 if it never occurs.
    ['FREQ=YEARLY;BYDAY=MO;BYSETPOS=1;COUNT=366', '2000-01-01T02:00'],
  ];
  fc.assert(
    fc.property(text, starts, (rule, first) => {
      const calendar = { starts: first, zone: 'UTC', minutes: 60, rule };
      const isRefused = faultOfRule(rule) !== null;
      let happens = false;
      const calculate = () => {
        happens = everHappens(calendar);
        nextOccurrences(calendar, now, 5);
        occurrencesOf(calendar, now, now + 14 * DAY_MS);
      };
      const steps = isRefused ? 0 : stepsOf(calculate);
      outcomes[isRefused ? 'refused' : happens ? 'sometimes' : 'never'] += 1;
      // Rejecting one is cheap.
      expect(steps, rule).toBeLessThan(happens ? 300_000 : 150_000);
    }),
    { numRuns: 200, examples },
  );
  expect(outcomes.refused).toBeGreaterThan(20);
  expect(outcomes.never).toBeGreaterThan(3);
  expect(outcomes.sometimes).toBeGreaterThan(20);
}, 60_000);

const shownBy = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (at: number): string => format.format(at).replace(' ', 'T');
};

/** Independent of `instantOf`: scans the clock of the zone minute by minute. */
function lookedUp(wall: string, zone: string): { at: number; kind: 'plain' | 'skipped' | 'twice' } {
  const shown = shownBy(zone);
  const near = Date.parse(`${wall}Z`);
  const seen: number[] = [];
  let before = -1;
  for (let at = near - 15 * 60 * MINUTE_MS; at <= near + 13 * 60 * MINUTE_MS; at += 15 * MINUTE_MS) {
    const text = shown(at);
    // Offsets and clock changes are multiples of a quarter of an hour.
    const minute = at + Number(wall.slice(14)) * MINUTE_MS - Number(text.slice(14)) * MINUTE_MS;
    if (shown(minute) === wall && !seen.includes(minute)) seen.push(minute);
    if (text < wall) before = at;
  }
  const first = seen.toSorted((a, b) => a - b)[0];
  if (first !== undefined) return { at: first, kind: seen.length > 1 ? 'twice' : 'plain' };
  const offset = Date.parse(`${shown(before)}Z`) - before;
  return { at: near - offset, kind: 'skipped' };
}

/** Days with a clock change in a zone, by their midnights in UTC. */
function changesOf(zone: string, year: number): number[] {
  const shown = shownBy(zone);
  const offset = (at: number): number => Date.parse(`${shown(at)}Z`) - at;
  return Array.from({ length: 366 }, (_, day) => Date.UTC(year, 0, 1) + day * DAY_MS).filter(
    (at) => offset(at) !== offset(at + DAY_MS),
  );
}

it('finds the instant of every wall-clock time, across zones, years and clock changes', () => {
  const hits = { plain: 0, skipped: 0, twice: 0 };
  const near = fc.record({
    zone: fc.constantFrom(...ZONES),
    year: fc.integer({ min: 2018, max: 2036 }),
    pick: fc.nat(5),
    shift: fc.integer({ min: -1, max: 1 }),
    minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    early: fc.boolean(),
  });
  fc.assert(
    fc.property(near, ({ zone, year, pick, shift, minute, early }) => {
      const changes = changesOf(zone, year);
      const day = changes[pick % Math.max(1, changes.length)] ?? Date.UTC(year, pick, 7);
      const wall = day + shift * DAY_MS + (early ? minute % 240 : minute) * MINUTE_MS;
      const { at, kind } = lookedUp(iso(wall).slice(0, 16), zone);
      hits[kind] += 1;
      expect(iso(instantOf(wall, zone)), `${iso(wall)} ${zone}`).toBe(iso(at));
    }),
    { numRuns: 800, seed: 124 },
  );
  expect(hits.plain).toBeGreaterThan(100);
  expect(hits.skipped).toBeGreaterThan(5);
  expect(hits.twice).toBeGreaterThan(5);
});

it('occurs on exactly the days that its rule describes, according to a count of days', () => {
  const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
  let found = 0;
  let reached = 0;
  const weekly = fc.record({
    zone: fc.constantFrom(...ZONES),
    first: fc.integer({ min: 0, max: 3_000 }),
    minute: fc.integer({ min: 0, max: 1_439 }),
    days: fc.subarray(DAYS, { minLength: 1 }),
    interval: fc.integer({ min: 1, max: 3 }),
    skip: fc.integer({ min: 0, max: 800 }),
    monthDay: fc.option(fc.integer({ min: 1, max: 31 })),
  });
  fc.assert(
    fc.property(weekly, ({ zone, first, minute, days, interval, skip, monthDay }) => {
      const start = Date.UTC(2020, 0, 1) + first * DAY_MS + minute * MINUTE_MS;
      const rule =
        monthDay === null
          ? `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join(',')};WKST=MO`
          : `FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=${monthDay}`;
      const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * DAY_MS;
      const months = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();
      const isNamed = (wall: number): boolean => {
        const at = new Date(wall);
        if (monthDay !== null)
          return at.getUTCDate() === monthDay && (months(at) - months(new Date(start))) % interval === 0;
        return days.includes(DAYS[at.getUTCDay()] ?? '') && Math.floor((wall - monday) / (7 * DAY_MS)) % interval === 0;
      };
      const walls = Array.from({ length: 900 }, (_, day) => start + day * DAY_MS).filter(isNamed);
      const [from, to] = [start + skip * DAY_MS, start + (skip + 60) * DAY_MS];
      const expected = walls.map((wall) => instantOf(wall, zone)).filter((at) => at + 30 * MINUTE_MS > from && at < to);
      const calendar = { starts: iso(start).slice(0, 16), zone, minutes: 30, rule };
      expect(occurrencesOf(calendar, from, to).map((one) => iso(one.from))).toEqual(expected.map(iso));
      const next = walls.map((wall) => instantOf(wall, zone)).filter((at) => at + 30 * MINUTE_MS > from);
      if (next.length >= 2) {
        reached += 1;
        expect(nextOccurrences(calendar, from, 2).map((one) => one.from)).toEqual(next.slice(0, 2));
      }
      found += expected.length;
    }),
    { numRuns: 300, seed: 124 },
  );
  expect(found).toBeGreaterThan(500);
  expect(reached).toBeGreaterThan(150);
});
