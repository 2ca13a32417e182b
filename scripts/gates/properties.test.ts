import { expect, it } from 'vitest';
import { findUncounted, findVacuousMatches } from './properties.ts';

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

const vacuous = (expected: string) =>
  findVacuousMatches({
    path: 'a.test.ts',
    text: `describe('x', () => {\n  await expect(f({ query: {} })).rejects.toMatchObject(${expected});\n});`,
  });

it.each([
  '{ message: /x/ }',
  '[{ fields: { name: /x/u } }]',
  '{ code: new RegExp(word) }',
  '{ code: RegExp(word) }',
  '{ a: {} }',
])('finds patterns that toMatchObject matches with anything: %s', (expected) =>
  expect(vacuous(expected)).toEqual(['a.test.ts:2 compares with a value that matches anything']),
);

it.each(['{ message: expect.stringMatching(/x/) }', '{ message: text.replace(/x/, "y") }', '/x/', '{ a: [] }'])(
  'accepts %s',
  (expected) => expect(vacuous(expected)).toEqual([]),
);
