import { expect, it } from 'vitest';
import { type Case, findSkipped } from './suites.ts';

const run = (...cases: [string, Case['state']][]) => ({
  ok: true,
  output: '',
  cases: cases.map(([name, state]) => ({ name, state })),
});

it('counts a test as skipped only if every run skipped it', () => {
  const embedded = run(['a', 'skipped'], ['b', 'passed'], ['c', 'skipped']);
  const postgres = run(['a', 'passed'], ['b', 'skipped'], ['c', 'skipped']);
  expect(findSkipped([embedded, postgres])).toEqual(['c']);
});

it('counts a failed test as run', () => {
  expect(findSkipped([run(['a', 'failed']), run(['a', 'skipped'])])).toEqual([]);
});
