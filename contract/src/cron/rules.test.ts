import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agedFuzzy,
  countLastDay,
  cutMessage,
  delayText,
  durationText,
  logTime,
  nextRunText,
  scheduleParts,
  spanText,
} from './rules.ts';
import type { CronLog, CronTask } from './schema.ts';

describe('a delay', () => {
  it.each([
    [0, '0 minutes'],
    [1, '1 minute'],
    [89, '89 minutes'],
    [90, '1h 30m'],
    [120, '2h 0m'],
    [1440, '24h 0m'],
  ])('of %d minutes reads %s: minutes when under 90, else hours and minutes [CRN-19]', (minutes, text) => {
    expect(delayText(minutes)).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [0.0421, '42 ms'],
    [9.5, '9500 ms'],
    [9.9999, '9999 ms'],
    [1.001, '1001 ms'],
    [4.35, '4350 ms'],
    [10, '00:00:10'],
    [3599.9, '00:59:59'],
    [86_400, '24:00:00'],
    [400_000, '111:06:40'],
  ])('of %d s reads %s: ms under 10 s, else hh:mm:ss [CRN-20]', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

it.each([
  [0.25, 9.5, '250 to 9500 ms'],
  [7.779, 35, '00:00:07 to 00:00:35'],
  [0.4, 35, 'up to 00:00:35'],
  [70, 270, '00:01:10 to 00:04:30'],
])('from %d to %d s is shown in one unit: %s', (low, high, text) => {
  expect(spanText(low, high)).toBe(text);
});

it('shows the next run in the time zone of the tenant', () => {
  const at = '2026-11-24T16:00:00.000Z';
  expect(nextRunText({ at, zone: 'Australia/Sydney', earliest: false })).toBe(
    'next Wed 25 Nov 03:00 (Australia/Sydney)',
  );
  expect(nextRunText({ at, zone: 'UTC', earliest: true })).toBe('not before Tue 24 Nov 16:00 (UTC)');
});

it('shows whole ms without rounding errors under 10 s', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), (ms) => {
      expect(durationText(ms / 1000)).toBe(`${ms} ms`);
    }),
  );
});

describe('the relative time of the last execution', () => {
  const MINUTE = 60_000;
  it.each([
    ['5 minutes ago', 30_000, '5 minutes ago'],
    ['5 minutes ago', 3 * MINUTE, '8 minutes ago'],
    ['just now', 12 * MINUTE, '12 minutes ago'],
    ['an hour ago', 180 * MINUTE, '4 hours ago'],
    ['1 hour ago', MINUTE, '1 hour ago'],
    ['50 minutes ago', 10 * MINUTE, '1 hour ago'],
    ['23 hours ago', 60 * 60 * MINUTE, '3 days ago'],
    ['never', 60 * MINUTE, 'never'],
    ['', 60 * MINUTE, ''],
    ['letzte Woche', 60 * MINUTE, 'letzte Woche (when reported)'],
  ])('%j in a report of %i ms ago is %j', (fuzzy, age, text) => {
    expect(agedFuzzy(fuzzy, age)).toBe(text);
  });
});

it('truncates a message to 50 characters and an ellipsis [CRN-21]', () => {
  expect(cutMessage('x'.repeat(50))).toBe('x'.repeat(50));
  expect(cutMessage('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  expect(cutMessage(`${'x'.repeat(49)}🏊🏊`)).toBe(`${'x'.repeat(49)}🏊…`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (message) => {
      const cut = cutMessage(message);
      expect(cut.isWellFormed()).toBe(message.isWellFormed());
      expect(cut === message || [...cut].length === 51).toBe(true);
    }),
  );
});

it('shows the first 19 characters of a time [CRN-22]', () => {
  expect(logTime('2024-01-02T03:04:05.678Z')).toBe('2024-01-02T03:04:05');
  expect(logTime('yesterday')).toBe('yesterday');
});

describe('the schedule of a task', () => {
  const parts = (restrictions: Partial<CronTask['restrictions']>, chain: CronTask['execution']['chain'] = null) =>
    scheduleParts({
      restrictions: { time: { type: 'always' }, run: null, conditional: null, ...restrictions },
      execution: { chain },
    });

  it('shows always, manual, or the minimum minutes between two runs [CRN-13]', () => {
    expect(parts({})).toEqual(['always']);
    expect(parts({ time: { type: 'manual' } })).toEqual(['manual']);
    expect(parts({ time: { type: 'delay', minimum: 15 } })).toEqual(['every 15 minutes']);
    expect(parts({ time: { type: 'delay', minimum: 1440 } })).toEqual(['every 24h 0m']);
  });

  it('shows the daily time window [CRN-14]', () => {
    expect(parts({ run: { notBefore: '02:00', notAfter: '05:30' } })).toEqual([
      'always',
      'not before 02:00',
      'not after 05:30',
    ]);
    expect(parts({ run: { notBefore: null, notAfter: '05:30' } })).toEqual(['always', 'not after 05:30']);
  });

  it('shows the setting it depends on [CRN-15]', () => {
    expect(parts({ conditional: { variable: 'SMS_ENABLED', is: 1 } })).toEqual(['always', 'if SMS_ENABLED is 1']);
    expect(parts({ conditional: { variable: 'SMS', is: false } })).toEqual(['always', 'if SMS is false']);
  });

  it('shows its chain and its position in it [CRN-16]', () => {
    expect(parts({}, { frequency: 'daily', order: 2 })).toEqual(['always', 'chain daily, order 2']);
  });
});

it('counts the outcomes of the last 24 hours', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const log = (status: CronLog['context']['status'], datetime: string): CronLog => ({
    context: { status },
    message: '',
    e2e: { task_duration_in_seconds: 1 },
    datetime,
  });
  const logs = [
    log('task_end', '2026-11-21T11:00:00Z'),
    log('task_end', '2026-11-20T12:00:00Z'),
    log('task_end', '2026-11-20T11:59:59Z'),
    log('task_fail', '2026-11-21T02:00:00+01:00'),
    log('task_dead', 'some time ago'),
  ];
  expect(countLastDay(logs, now)).toEqual({ task_end: 2, task_fail: 1, task_dead: 1 });
});
