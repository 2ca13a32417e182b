import { expect, it } from 'vitest';
import { type Case, findSkipped, listFailures } from './suites.ts';

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

it('lists the failed tests with the beginnings of their errors', () => {
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  const lines = listFailures([
    { name: 'a', state: 'passed', error: 'of a first try' },
    { name: 'b', state: 'failed', error: `\u001b[31mexpected 1\u001b[39m\n\n${long}` },
  ]);
  expect(lines.slice(0, 3)).toEqual(['failed: b', '  expected 1', '  line 0']);
  expect(lines).toHaveLength(13);
});
