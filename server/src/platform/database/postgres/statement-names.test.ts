import { beforeEach, expect, it } from 'vitest';
import { createStatementNames } from './statement-names.ts';

let nameFrequent = createStatementNames();
beforeEach(() => {
  nameFrequent = createStatementNames();
});

const nameAfter = (executions: number, text: string, values: unknown[] = [1]): string | undefined => {
  let named: { text: string; name?: string } = { text };
  for (let times = 0; times < executions; times += 1) named = nameFrequent({ text }, values);
  return named.name;
};

it('names a statement from its eighth execution on, each text by itself', () => {
  expect(nameAfter(7, 'select $1 as a')).toBeUndefined();
  const name = nameAfter(1, 'select $1 as a');
  expect(name).toMatch(/^frequent_\d+$/);
  expect(nameAfter(3, 'select $1 as a')).toBe(name);
  expect(nameAfter(8, 'select $1 as b')).not.toBe(name);
});

it('leaves statements alone that have a name or no parameters, which may be several', () => {
  expect(nameAfter(20, 'select 1; select 2', [])).toBeUndefined();
  expect(nameFrequent('begin', undefined)).toBe('begin');
  const prepared = { name: 'own', text: 'select $1 as c' };
  expect(nameFrequent(prepared, [1])).toBe(prepared);
});

it('keeps a bounded number of names, however many texts there are', () => {
  const names = Array.from({ length: 300 }, (_, number) => nameAfter(8, `select $1 as c${number}`));
  expect(names.filter((name) => name !== undefined)).toHaveLength(128);
  expect(nameAfter(100, 'select $1 as late')).toBeUndefined();
  expect(nameAfter(1, 'select $1 as c0')).toBe(names[0]);
});
