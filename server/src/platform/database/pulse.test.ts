import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseDown } from './database-down.ts';
import { createPulse, type Pulse } from './pulse.ts';

/** What each attempt came to; none has at first. */
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

it('asks nobody and holds nobody up while nothing is in doubt', async () => {
  await pulse.expectAnswer();
  expect([attempts.length, pulse.doubts()]).toEqual([0, 0]);
});

it('lets those who come while it is in doubt wait, and go on when it answers', async () => {
  pulse.doubt();
  pulse.doubt();
  const waiting = pulse.expectAnswer();
  attempts[0]?.resolve();
  await waiting;
  await pulse.expectAnswer();
  expect([attempts.length, pulse.doubts()]).toEqual([1, 1]);
});

it('refuses them at once when it is known not to answer, and asks until it does', async () => {
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
