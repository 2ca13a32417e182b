import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdmissionQueue, type AdmissionQueue } from './admission-queue.ts';

let line: AdmissionQueue;
let begun: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  begun = [];
  line = createAdmissionQueue({ maxConcurrent: 1, maxWaitMs: 5_000 });
});
afterEach(() => void vi.useRealTimers());

/** Joins the queue, and works until ended. */
function stand(key: string, name: string, at = line) {
  const end = Promise.withResolvers<string>();
  const ended = at.run(key, () => {
    begun.push(name);
    return end.promise;
  });
  return { ended, end: () => end.resolve(name), fail: () => end.reject(new Error(name)) };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

it('runs one task per key at a time in order of arrival, and other keys concurrently', async () => {
  const [first, second, third] = [stand('a', 'first'), stand('a', 'second'), stand('a', 'third')];
  const other = stand('b', 'other');
  await settle();
  expect(begun).toEqual(['first', 'other']);
  first.end();
  expect(await first.ended).toBe('first');
  await settle();
  expect(begun).toEqual(['first', 'other', 'second']);
  // A task that arrives now is behind the waiting ones.
  const last = stand('a', 'last');
  second.end();
  await settle();
  third.end();
  await settle();
  last.end();
  other.end();
  await last.ended;
  expect(begun).toEqual(['first', 'other', 'second', 'third', 'last']);
});

it('continues after a failed task', async () => {
  const [first, second] = [stand('a', 'first'), stand('a', 'second')];
  first.fail();
  await expect(first.ended).rejects.toThrow('first');
  second.end();
  expect(await second.ended).toBe('second');
  stand('a', 'third').end();
  await settle();
  expect(begun).toEqual(['first', 'second', 'third']);
});

it('rejects tasks that wait too long, without starting them and without losing a slot', async () => {
  const [first, late] = [stand('a', 'first'), stand('a', 'late')];
  const refused = late.ended.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_000);
  const patient = stand('a', 'patient');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toMatchObject({ code: 'unavailable' });
  first.end();
  patient.end();
  await patient.ended;
  expect(begun).toEqual(['first', 'patient']);
});

it('runs as many tasks as it has places', async () => {
  const wide = createAdmissionQueue({ maxConcurrent: 2, maxWaitMs: 5_000 });
  const [first, second, third] = [stand('a', 'first', wide), stand('a', 'second', wide), stand('a', 'third', wide)];
  await settle();
  expect(begun).toEqual(['first', 'second']);
  second.end();
  await settle();
  expect(begun).toEqual(['first', 'second', 'third']);
  first.end();
  third.end();
  await Promise.all([first.ended, third.ended]);
});
