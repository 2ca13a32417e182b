import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseDown } from './database-down.ts';
import { createPulse, type Pulse } from './pulse.ts';

/** Outcome of each attempt; pending at first. */
let attempts: PromiseWithResolvers<void>[];
let pulse: Pulse;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  attempts = [];
  pulse = createPulse(() => {
    const attempt = Promise.withResolvers<void>();
    attempts.push(attempt);
    return attempt.promise;
  });
});
afterEach(() => {
  pulse.stop();
  vi.useRealTimers();
});

it('neither probes nor delays anyone while there is no doubt', async () => {
  await pulse.expectAnswer();
  expect([attempts.length, pulse.doubts()]).toEqual([0, 0]);
});

it('holds callers while in doubt, and releases them when the database responds', async () => {
  pulse.doubt();
  pulse.doubt();
  const waiting = pulse.expectAnswer();
  attempts[0]?.resolve();
  await waiting;
  await pulse.expectAnswer();
  expect([attempts.length, pulse.doubts()]).toEqual([1, 1]);
});

it('rejects callers at once when the database is known to be silent, and probes until it responds', async () => {
  pulse.doubt();
  const waiting = pulse.expectAnswer();
  attempts[0]?.reject(new Error('refused'));
  await vi.advanceTimersByTimeAsync(200);
  expect(attempts).toHaveLength(2);
  await expect(pulse.expectAnswer()).rejects.toBeInstanceOf(DatabaseDown);
  attempts[1]?.resolve();
  await waiting;
  await pulse.expectAnswer();
});

it('rejects callers who waited in vain, and from then on everyone at once', async () => {
  pulse.doubt();
  const answer = pulse.expectAnswer().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(400);
  expect(await answer).toBeInstanceOf(DatabaseDown);
  // Without advancing time.
  await expect(pulse.expectAnswer()).rejects.toBeInstanceOf(DatabaseDown);
});

it('starts another attempt next to a hanging one', async () => {
  pulse.doubt();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(2);
  attempts[1]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  await pulse.expectAnswer();
});
