import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

const answers = { ping: () => Promise.resolve() };
const hears = { hears: () => true };

it('is ready when the start is done, the database answers, and changes are heard of', async () => {
  const readiness = createReadiness(answers, hears);
  expect(await readiness.problem()).toBe('The console is starting.');
  readiness.starting(null);
  expect(await readiness.problem()).toBeNull();
});

it.each([
  [
    'the database does not answer',
    { ping: () => Promise.reject(new Error('down')) },
    hears,
    /database does not answer/,
  ],
  ['changes of others are not heard of', answers, { hears: () => false }, /Changes are not heard of/],
])('is not ready while %s, and says so', async (_what, open, hub, reason) => {
  const readiness = createReadiness(open, hub);
  readiness.starting(null);
  expect(await readiness.problem()).toMatch(reason);
  // Requests are not refused for that: those that can be answered are.
  expect(readiness.refusal()).toBeNull();
});
