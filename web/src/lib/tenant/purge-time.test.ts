import { describe, expect, it } from 'vitest';
import { purgeText } from './purge-time.tsx';

const now = new Date('2026-11-21T12:00:00Z');

describe('the deleted tenants', () => {
  it.each([
    ['2026-12-21T12:00:00Z', 'purged in 30 days'],
    ['2026-11-23T13:00:00Z', 'purged in 2 days'],
    ['2026-11-22T12:00:00Z', 'purged in 1 day'],
    ['2026-11-22T11:59:00Z', 'purged today'],
    ['2026-11-21T11:00:00Z', 'purged today'],
    ['soon', 'purged at an unknown time'],
  ])('say at %s: %s', (at, text) => {
    expect(purgeText(at, now)).toBe(text);
  });
});
