import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSilenceLimit } from './silence-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('expires after the time of silence', () => {
  const limit = createSilenceLimit(10_000);
  vi.advanceTimersByTime(9_999);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(200);
  expect([limit.signal.aborted, limit.isOver()]).toEqual([true, true]);
});

it('restarts whenever data arrives', () => {
  const limit = createSilenceLimit(10_000);
  for (let piece = 0; piece < 20; piece += 1) {
    vi.advanceTimersByTime(9_000);
    limit.onData();
  }
  expect(limit.isOver()).toBe(false);
  limit.end();
  vi.advanceTimersByTime(60_000);
  expect(limit.isOver()).toBe(false);
});

it('accepts data that arrived while the page was busy in the last second', () => {
  const limit = createSilenceLimit(10_000);
  vi.advanceTimersByTime(9_500);
  // Its timer comes first in the queue when the page is free again; the response follows it.
  setTimeout(limit.onData, 500);
  vi.advanceTimersByTime(10_000);
  expect(limit.isOver()).toBe(false);
  limit.end();
});

it("ends with the caller's own signal, which does not count as silence", () => {
  const caller = new AbortController();
  const limit = createSilenceLimit(10_000, caller.signal);
  caller.abort();
  expect([limit.signal.aborted, limit.isOver()]).toEqual([true, false]);
  limit.end();
});
