import { describe, expect, it } from 'vitest';
import { relativeTimeText, utcTimeText } from './relative-time-text.ts';

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

  it('gives the exact time in UTC whatever the zone of the browser', () => {
    expect(utcTimeText(new Date('2026-11-04T00:02:03+02:00'))).toBe('3 Nov 2026, 22:02:03 UTC');
  });
});
