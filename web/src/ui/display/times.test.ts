import { afterEach, describe, expect, it, vi } from 'vitest';
import { clockOrDayText, exactTimeText, relativeTimeText, timeText, untilText, utcTimeText } from './times.ts';

const now = new Date('2026-11-21T09:42:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('relative time', () => {
  it.each([
    [0, 'just now'],
    [4, 'just now'],
    [5, '5 s ago'],
    [59, '59 s ago'],
    [60, '1 min ago'],
    [12 * 60 + 59, '12 min ago'],
    [2 * 3600, '2 h ago'],
    [86_400, '1 day ago'],
    [3 * 86_400, '3 days ago'],
    [-300, 'in 5 min'],
    [-24 * 86_400, 'in 24 days'],
  ])('says for %i s: %s', (seconds, text) => {
    expect(relativeTimeText(ago(seconds), now)).toBe(text);
  });

  it('gives the date from 30 days on, before and after', () => {
    expect(relativeTimeText(ago(30 * 86_400), now)).toBe('22 Oct 2026');
    expect(relativeTimeText(ago(-30 * 86_400), now)).toBe('21 Dec 2026');
  });

  it('does not invent a time for a broken instant', () => {
    expect(relativeTimeText(new Date('nonsense'), now)).toBe('unknown');
  });
});

describe('a time in the time zone of the browser', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ['UTC', '3 Nov 2026, 22:02:03', '3 Nov 2026, 22:02:03 UTC', '22:02 on 3 Nov'],
    ['Europe/Athens', '4 Nov 2026, 00:02:03', '4 Nov 2026, 00:02:03 (3 Nov 2026, 22:02:03 UTC)', '00:02 on 4 Nov'],
    ['America/St_Johns', '3 Nov 2026, 18:32:03', '3 Nov 2026, 18:32:03 (3 Nov 2026, 22:02:03 UTC)', '18:32 on 3 Nov'],
  ])('is local in %s, with UTC on hover', (place, text, exact, until) => {
    vi.stubEnv('TZ', place);
    const at = new Date('2026-11-03T22:02:03Z');
    expect([timeText(at), exactTimeText(at), untilText(at, now)]).toEqual([text, exact, until]);
    expect(clockOrDayText(at, at)).toBe(until.slice(0, 5));
    expect(clockOrDayText(at, new Date('2027-02-01T00:00:00Z'))).toMatch(/^[34] Nov 2026$/);
    expect(utcTimeText(at)).toBe('3 Nov 2026, 22:02:03 UTC');
  });
});
