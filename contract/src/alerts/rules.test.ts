import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isZone } from '../zones.ts';
import { conditionText, lengthText, quietUntil } from './rules.ts';

const LONDON = { from: '22:00', to: '07:00', zone: 'Europe/London' };
const until = (at: string, quiet = LONDON) => quietUntil(quiet, new Date(at))?.toISOString() ?? null;

describe('quiet hours', () => {
  it('end at their wall-clock time, even on nights when the clocks change', () => {
    expect(until('2026-11-21T23:00:00Z')).toBe('2026-11-22T07:00:00.000Z');
    expect(until('2026-07-01T21:30:00Z')).toBe('2026-07-02T06:00:00.000Z');
    expect(until('2026-03-28T23:30:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(until('2026-10-24T22:30:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(until('2026-11-21T07:00:00Z')).toBeNull();
    expect(until('2026-11-21T12:00:00Z', { ...LONDON, from: '09:00', to: '17:00' })).toBe('2026-11-21T17:00:00.000Z');
    expect(quietUntil(null, new Date(0))).toBeNull();
  });

  it('end at the returned time, for every zone and instant', () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    const zone = fc.constantFrom('Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
    let reached = 0;
    fc.assert(
      fc.property(time, time, zone, fc.integer({ min: 0, max: 365 * 1_440 }), (from, to, name, minute) => {
        fc.pre(from !== to);
        const quiet = { from, to, zone: name };
        const now = new Date(Date.UTC(2026, 0, 1) + minute * 60_000);
        const end = quietUntil(quiet, now);
        if (end === null) return;
        reached += 1;
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(quietUntil(quiet, end)).toBeNull();
        expect(quietUntil(quiet, new Date(end.getTime() - 60_000))?.getTime()).toBe(end.getTime());
      }),
    );
    expect(reached).toBeGreaterThan(20);
  });

  it('require an existing time zone', () => {
    expect([isZone('Europe/London'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false]);
  });
});

it.each([
  [42_000, '42 s'],
  [300_000, '5 min'],
  [3_600_000, '1 h'],
  [12_000_000, '3 h 20 min'],
  [172_800_000, '2 d'],
  [187_200_000, '2 d 4 h'],
])('formats %i ms as %s', (ms, text) => expect(lengthText(ms)).toBe(text));

it('describes a condition in words', () => {
  expect(conditionText({ kind: 'site-down', limit: 3, minutes: null })).toBe('Site down, 3 checks');
  expect(conditionText({ kind: 'site-down', limit: 1, minutes: null })).toBe('Site down, 1 check');
  expect(conditionText({ kind: 'database-load', limit: 40, minutes: 5 })).toBe(
    'Database load, 40 connections for 5 minutes',
  );
  expect(conditionText({ kind: 'drift', limit: null, minutes: null })).toBe('Drift');
});
