import { describe, expect, it } from 'vitest';
import { expressionCases, mayDiffer, secondNext } from './testing/expression-cases.ts';
import { lastDue, nextDue, nextRun } from './next-run.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

describe('the times of a cron expression', () => {
  it.each([
    // London skips 01:00 to 02:00 on 29 March and repeats it on 25 October.
    ['30 1 * * *', 'Europe/London', '2026-03-29T00:45:00Z', '2026-03-29T01:00:00.000Z'],
    ['30 1 * * *', 'Europe/London', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['30 1 * * *', 'Europe/London', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['*/30 * * * *', 'Europe/London', '2026-10-25T00:30:00Z', '2026-10-25T01:00:00.000Z'],
    ['0 3 * * 1', 'Australia/Sydney', '2026-11-21T12:00:00Z', '2026-11-22T16:00:00.000Z'],
    // Lord Howe shifts by half an hour.
    ['*/15 * * * *', 'Australia/Lord_Howe', '2024-10-05T15:24:00Z', '2024-10-05T15:30:00.000Z'],
    ['0 2 * * *', 'Australia/Lord_Howe', '2026-04-03T21:25:00Z', '2026-04-04T15:30:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-11-21T12:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0 12 13 * 5', 'UTC', '2026-11-21T12:00:00Z', '2026-11-27T12:00:00.000Z'],
  ])('%s in %s after %s is %s', (expression, zone, after, next) => {
    expect(iso(nextDue(expression, zone, at(after)))).toBe(next);
  });

  it.each([
    ['every day', 'UTC'],
    ['@daily', 'UTC'],
    ['61 * * * *', 'UTC'],
    ['* * * * * *', 'UTC'],
    ['2026-11-21T12:00:00', 'UTC'],
    ['0 0 30 2 *', 'UTC'],
    ['', 'UTC'],
    ['0 3 * * *', 'Mars/Base'],
  ])('are none for %j in %s', (expression, zone) => {
    expect([nextDue(expression, zone, 0), lastDue(expression, zone, 0)]).toEqual([null, null]);
  });

  it('match a second library, also around clock changes', () => {
    let [near, differ] = [0, 0];
    for (const one of expressionCases(2_000)) {
      const [first, second] = [nextDue(one.expression, one.zone, one.after), secondNext(one)];
      if (one.isNearChange) near += 1;
      if (first !== second && mayDiffer(one, first, second)) differ += 1;
      else expect([one, iso(first)]).toEqual([one, iso(second)]);
    }
    expect(near).toBeGreaterThan(500);
    expect(differ).toBeLessThan(20);
  });

  it('are the same in both directions', () => {
    let reached = 0;
    for (const { expression, zone, after } of expressionCases(300)) {
      const next = nextDue(expression, zone, after);
      if (next === null) continue;
      reached += 1;
      // The previous time, a minute later, is the next time of before.
      expect([expression, zone, iso(lastDue(expression, zone, next + 60_000))]).toEqual([expression, zone, iso(next)]);
    }
    expect(reached).toBeGreaterThan(250);
  });
});

describe('the next run of a task', () => {
  const NOW = at('2026-11-21T12:00:00Z');
  type Task = Parameters<typeof nextRun>[0];
  const task = (
    time: Task['restrictions']['time'],
    more: Partial<Task> = {},
    run: Task['restrictions']['run'] = null,
  ) => ({
    restrictions: { time, run, conditional: null },
    logs: [
      {
        context: { status: 'task_end' as const },
        message: '',
        e2e: { task_duration_in_seconds: 1 },
        datetime: '2026-11-21T11:50:00Z',
      },
    ],
    ...more,
  });
  const next = (of: Task, zone = 'UTC') => {
    const found = nextRun(of, zone, NOW);
    return found && [iso(found.at), found.earliest];
  };
  const hourly = { type: 'delay', minimum: 60 } as const;

  it('follows its expression, whatever else restricts it', () => {
    expect(next(task(hourly, { schedule: { cron: '0 3 * * *' } }), 'Australia/Sydney')).toEqual([
      '2026-11-21T16:00:00.000Z',
      false,
    ]);
    expect(next(task(hourly, { schedule: { cron: 'whenever' } }))).toBeNull();
  });

  it('is no earlier than its interval allows, and within its window in the time zone of the tenant', () => {
    expect(next(task(hourly))).toEqual(['2026-11-21T12:50:00.000Z', true]);
    expect(next(task({ type: 'delay', minimum: 5 }))).toEqual(['2026-11-21T12:00:00.000Z', true]);
    const night = { notBefore: '02:00', notAfter: '05:00' };
    expect(next(task(hourly, {}, night), 'Europe/London')).toEqual(['2026-11-22T02:00:00.000Z', true]);
    expect(next(task(hourly, {}, night), 'Australia/Sydney')).toEqual(['2026-11-21T15:00:00.000Z', true]);
    expect(next(task(hourly, {}, { notBefore: '22:00', notAfter: '13:00' }))).toEqual([
      '2026-11-21T12:50:00.000Z',
      true,
    ]);
    expect(next(task(hourly, {}, { notBefore: null, notAfter: '06:00' }))).toEqual(['2026-11-22T00:00:00.000Z', true]);
    expect(next(task(hourly, {}, { notBefore: '13:30', notAfter: null }))).toEqual(['2026-11-21T13:30:00.000Z', true]);
    expect(next(task(hourly, {}, { notBefore: 'noon', notAfter: null }))).toBeNull();
  });

  it('is unknown for tasks that run always or manually, or never ran', () => {
    expect(next(task({ type: 'always' }))).toBeNull();
    expect(next(task({ type: 'manual' }))).toBeNull();
    expect(next(task(hourly, { logs: [] }))).toBeNull();
  });
});
