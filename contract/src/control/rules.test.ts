import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampReturn,
  countdownParts,
  DEFAULT_LOG_LEVEL,
  DEFAULT_LOG_MINUTES,
  formatReturn,
  LOG_MINUTES,
  parseReturn,
} from './rules.ts';
import { LOG_LEVELS } from './schema.ts';

const MINUTE = 60_000;
const times = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('the options of the control', () => {
  it('has five levels in order and starts with INFO [LOG-03] [LOG-04]', () => {
    expect(LOG_LEVELS).toEqual(['DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR']);
    expect(DEFAULT_LOG_LEVEL).toBe('INFO');
  });

  it('has eight durations and starts with 15 minutes [LOG-05] [LOG-06]', () => {
    expect(LOG_MINUTES).toEqual([1, 5, 10, 15, 30, 60, 120, 180]);
    expect(DEFAULT_LOG_MINUTES).toBe(15);
  });
});

describe('the return time', () => {
  it('is UTC as YYYY-MM-DD HH:mm:ss in any time zone [LOG-02]', () => {
    const fifteenLater = new Date(Date.parse('2026-07-01T01:50:30.900+02:00') + 15 * MINUTE);
    expect(formatReturn(fifteenLater)).toBe('2026-07-01 00:05:30');
    expect(parseReturn('2026-07-01 00:05:30')).toEqual(new Date('2026-07-01T00:05:30Z'));
  });

  it.each([
    '',
    'soon',
    '2026-07-01',
    '2026-07-01T00:05:30',
    '2026-07-01 00:05:30Z',
    '2026-07-01 00:05:30\n',
    ' 2026-07-01 00:05:30',
    '2026-7-1 0:5:30',
    '2026-02-29 12:00:00',
    '2026-04-31 12:00:00',
    '2026-13-01 12:00:00',
    '2026-00-10 12:00:00',
    '2026-07-01 24:00:00',
    '2026-07-01 12:60:00',
    '2026-07-01 12:00:60',
    '٢٠٢٦-07-01 12:00:00',
  ])('is not valid as %j', (text) => {
    expect(parseReturn(text)).toBeNull();
  });

  it('round-trips every formatted time, to the second', () => {
    fc.assert(
      fc.property(times, (at) => {
        expect(parseReturn(formatReturn(at))?.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000);
      }),
    );
  });

  it('accepts only the canonical format', () => {
    const piece = fc.string({ unit: fc.constantFrom(...Array.from('0123456789-: TZ')), maxLength: 2 });
    // Mutate a valid time, because random text is almost never one.
    const nearly = fc
      .tuple(times.map(formatReturn), fc.nat(19), piece)
      .map(([text, from, other]) => text.slice(0, from) + other + text.slice(from + other.length));
    let reached = 0;
    fc.assert(
      fc.property(nearly, (text) => {
        const at = parseReturn(text);
        if (at) {
          reached += 1;
          expect(formatReturn(at)).toBe(text);
        }
      }),
    );
    expect(reached).toBeGreaterThan(0);
  });
});

describe('a return time outside of the offered durations', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  it.each([
    { minutes: 15, becomes: 15, clamped: false },
    { minutes: 1, becomes: 1, clamped: false },
    { minutes: 180, becomes: 180, clamped: false },
    { minutes: -1, becomes: 1, clamped: false },
    { minutes: -1.02, becomes: 1, clamped: true },
    { minutes: 182, becomes: 180, clamped: false },
    { minutes: 182.02, becomes: 180, clamped: true },
    { minutes: -600, becomes: 1, clamped: true },
    { minutes: 60 * 24 * 365, becomes: 180, clamped: true },
  ])('$minutes minutes ahead becomes $becomes, clamped: $clamped', ({ minutes, becomes, clamped }) => {
    const wanted = new Date(now.getTime() + minutes * MINUTE);
    expect(clampReturn(wanted, now)).toEqual({ at: new Date(now.getTime() + becomes * MINUTE), clamped });
  });

  it('always ends within the offered durations, and reports clamping only when moved by more than two minutes', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (start, ahead) => {
        const wanted = new Date(start.getTime() + ahead);
        const { at, clamped } = clampReturn(wanted, start);
        expect(at.getTime() - start.getTime()).toBeGreaterThanOrEqual(MINUTE);
        expect(at.getTime() - start.getTime()).toBeLessThanOrEqual(180 * MINUTE);
        expect(clamped).toBe(Math.abs(at.getTime() - wanted.getTime()) > 2 * MINUTE);
        expect(clampReturn(at, start)).toEqual({ at, clamped: false });
      }),
    );
  });
});

describe('the countdown', () => {
  it.each([
    [3 * 3_600_000, 3, 0, 0],
    [3_599_001, 1, 0, 0],
    [3_599_000, 0, 59, 59],
    [61_000, 0, 1, 1],
    [1, 0, 0, 1],
    [0, 0, 0, 0],
    [-5_000, 0, 0, 0],
  ])('%i ms are %i h %i min %i s', (rest, hours, minutes, seconds) => {
    expect(countdownParts(rest)).toEqual({ hours, minutes, seconds });
  });

  it('adds up to the remaining time, and reads zero only when it is over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400_000_000 }), (rest) => {
        const { hours, minutes, seconds } = countdownParts(rest);
        expect(hours * 3600 + minutes * 60 + seconds).toBe(Math.ceil(rest / 1000));
        expect(minutes < 60 && seconds < 60).toBe(true);
      }),
    );
  });
});
