import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseDown } from './database-down.ts';
import { createLivenessCheck, type LivenessCheck } from './liveness.ts';

/** Outcome of each attempt; pending at first. */
let attempts: PromiseWithResolvers<void>[];
let liveness: LivenessCheck;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  attempts = [];
  liveness = createLivenessCheck(() => {
    const attempt = Promise.withResolvers<void>();
    attempts.push(attempt);
    return attempt.promise;
  });
});
afterEach(() => {
  liveness.stop();
  vi.useRealTimers();
});

it('neither probes nor delays anyone before a timeout is reported', async () => {
  await liveness.waitForResponse();
  expect([attempts.length, liveness.timeouts()]).toEqual([0, 0]);
});

it('holds callers after a reported timeout, and releases them when the database responds', async () => {
  liveness.reportTimeout();
  liveness.reportTimeout();
  const waiting = liveness.waitForResponse();
  attempts[0]?.resolve();
  await waiting;
  await liveness.waitForResponse();
  expect([attempts.length, liveness.timeouts()]).toEqual([1, 1]);
});

it('rejects callers at once when the database is known to be silent, and probes until it responds', async () => {
  liveness.reportTimeout();
  const waiting = liveness.waitForResponse();
  attempts[0]?.reject(new Error('refused'));
  await vi.advanceTimersByTimeAsync(200);
  expect(attempts).toHaveLength(2);
  await expect(liveness.waitForResponse()).rejects.toBeInstanceOf(DatabaseDown);
  attempts[1]?.resolve();
  await waiting;
  await liveness.waitForResponse();
});

it('rejects callers who waited in vain, and from then on everyone at once', async () => {
  liveness.reportTimeout();
  const answer = liveness.waitForResponse().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(400);
  expect(await answer).toBeInstanceOf(DatabaseDown);
  // Without advancing time.
  await expect(liveness.waitForResponse()).rejects.toBeInstanceOf(DatabaseDown);
});

it('starts another attempt next to a hanging one', async () => {
  liveness.reportTimeout();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(2);
  attempts[1]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  await liveness.waitForResponse();
});
