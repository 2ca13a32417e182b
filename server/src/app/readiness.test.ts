import { expect, it } from 'vitest';
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
  ['the database does not answer', { ping: () => Promise.reject(new Error('down')) }, live, /database does not answer/],
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
