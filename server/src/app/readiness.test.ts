import { expect, it, vi } from 'vitest';
import { createProberHealth } from '../features/monitors/public.ts';
import { createReadiness } from './readiness.ts';

const answers = { ping: () => Promise.resolve() };
const live = { isListening: () => true };

it('is ready when the start is complete, the database responds, and change notifications arrive', async () => {
  const readiness = createReadiness(answers, live);
  expect(await readiness.problem()).toBe('The console is starting.');
  readiness.starting(null);
  expect(await readiness.problem()).toBeNull();
});

it.each([
  [
    'the database does not respond',
    { ping: () => Promise.reject(new Error('down')) },
    live,
    /database does not respond/,
  ],
  [
    'change notifications do not arrive',
    answers,
    { isListening: () => false },
    /Change notifications are not received/,
  ],
])('is not ready while %s, and reports why', async (_what, open, hub, reason) => {
  const readiness = createReadiness(open, hub);
  readiness.starting(null);
  expect(await readiness.problem()).toMatch(reason);
  // Requests are still accepted: some of them can be served.
  expect(readiness.refusal()).toBeNull();
});

it('is not ready while the database is silent', async () => {
  const { promise: ping, resolve } = Promise.withResolvers<void>();
  const readiness = createReadiness({ ping: () => ping }, live);
  readiness.starting(null);
  vi.useFakeTimers();
  const problem = readiness.problem();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await problem).toMatch(/database does not respond/);
  resolve();
  expect(await readiness.problem()).toBeNull();
});

it('warns that the monitoring thread is being restarted, but is ready', async () => {
  const probing = createProberHealth();
  const readiness = createReadiness(answers, live, undefined, probing);
  readiness.starting(null);
  probing.warning = 'The thread ended.';
  expect(await readiness.warnings()).toEqual(['The thread ended.']);
  expect(await readiness.problem()).toBeNull();
  probing.warning = null;
  expect(await readiness.warnings()).toEqual([]);
});
