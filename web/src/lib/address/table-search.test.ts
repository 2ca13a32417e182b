import { expect, it } from 'vitest';
import { formatSort, parseSort, readTableSearch } from './table-search.ts';

const byName = { column: 'name', direction: 'asc' } as const;

it('omits defaults and invalid values', () => {
  expect(readTableSearch({ q: ' ', sort: 'name', page: 1 }, byName)).toEqual({});
  expect(readTableSearch({ q: ['x'], sort: 'a b', page: 1.5 }, byName)).toEqual({});
  expect(readTableSearch({ q: 1042, sort: '-name', page: 3 }, byName)).toEqual({ q: '1042', sort: '-name', page: 3 });
});

it('cuts the search text to what the server accepts', () => {
  expect(readTableSearch({ q: ` ${'x'.repeat(199)} oak` }, byName)).toEqual({ q: 'x'.repeat(199) });
});

it('round-trips a sort', () => {
  for (const text of ['name', '-name', '-members']) expect(formatSort(parseSort(text, byName))).toBe(text);
  expect(parseSort(undefined, byName)).toEqual(byName);
});
