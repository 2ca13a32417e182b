import { expect, it } from 'vitest';
import { findUncounted } from './properties.ts';

const uncounted = (property: string) =>
  findUncounted({ path: 'a.test.ts', text: `fc.assert(fc.property(any, ${property}));` });

it.each([
  '(text) => { if (read(text)) expect(text).toBe(1); }',
  '(text) => { if (!read(text)) return; expect(text).toBe(1); }',
])('finds the condition of %s', (property) => {
  expect(uncounted(property)).toEqual([expect.stringMatching(/^a\.test\.ts:1 asserts under a condition/)]);
});

it.each([
  '(text) => { if (read(text)) { reached += 1; expect(text).toBe(1); } }',
  '(text) => { fc.pre(read(text)); expect(text).toBe(1); }',
  '(text) => { if (read(text)) expect(text).toBe(1); else expect(text).toBe(2); }',
  '(text) => { if (text === 1) store(text); expect(text).toBe(1); }',
])('accepts %s', (property) => {
  expect(uncounted(property)).toEqual([]);
});
