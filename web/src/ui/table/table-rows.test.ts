import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSort, pageNumbers, pageWindow, sortKey, sortRows } from './table-rows.ts';

const values = fc.array(fc.record({ id: fc.nat(), value: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }) }));

describe('sorting', () => {
  it('reads numbers inside words as numbers and ignores case', () => {
    const names = ['web-10', 'Web-2', 'api', 'web-1'];
    expect(sortRows(names, (name) => name, 'asc')).toEqual(['api', 'web-1', 'Web-2', 'web-10']);
  });

  it('orders text as a British reader expects', () => {
    const collator = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', 'b', 'z', '0', '1', '9', ' ', 'é', 'E', '_'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [first, second] = [sortKey(a), sortKey(b)];
        expect(Math.sign(collator.compare(a, b))).toBe(first < second ? -1 : first > second ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
    expect(sortRows(['4.18.1', '4.9.0', '4.18.0'], (version) => version, 'asc')).toEqual(['4.9.0', '4.18.0', '4.18.1']);
  });

  it('keeps rows without a value last in both directions', () => {
    const rows = [null, 3, undefined, 1, ''];
    expect(sortRows(rows, (value) => value, 'asc')).toEqual([1, 3, null, undefined, '']);
    expect(sortRows(rows, (value) => value, 'desc')).toEqual([3, 1, null, undefined, '']);
  });

  it('sorts dates by time and false before true', () => {
    const [early, late] = [new Date(1), new Date(2)];
    expect(sortRows([late, early], (at) => at, 'asc')).toEqual([early, late]);
    expect(sortRows([true, false], (flag) => flag, 'asc')).toEqual([false, true]);
  });

  it('is stable, loses no row and does not mutate its input', () => {
    fc.assert(
      fc.property(values, fc.constantFrom('asc' as const, 'desc' as const), (rows, direction) => {
        const before = [...rows];
        const sorted = sortRows(rows, (row) => row.value, direction);
        expect(rows).toEqual(before);
        expect(new Set(sorted)).toEqual(new Set(rows));
        for (const value of [null, 0, 1, 2, 3, 4, 5]) {
          const same = (list: typeof rows) => list.filter((row) => row.value === value);
          expect(same(sorted)).toEqual(same(rows));
        }
      }),
    );
  });

  it('starts a column ascending and reverses it on the second click', () => {
    const first = nextSort({ column: 'other', direction: 'asc' }, 'name');
    expect(first).toEqual({ column: 'name', direction: 'asc' });
    expect(nextSort(first, 'name').direction).toBe('desc');
    expect(nextSort(nextSort(first, 'name'), 'name').direction).toBe('asc');
  });
});

describe('pages', () => {
  it('shows the rows of the requested page, and the last page for one beyond the end', () => {
    expect(pageWindow(143, 2, 10)).toEqual({ page: 2, pages: 15, from: 10, to: 20 });
    expect(pageWindow(143, 99, 10)).toEqual({ page: 15, pages: 15, from: 140, to: 143 });
    expect(pageWindow(0, 1, 10)).toEqual({ page: 1, pages: 1, from: 0, to: 0 });
    expect(pageWindow(143, Number.NaN, 10).page).toBe(1);
  });

  it('numbers first, last and the neighbours, with one gap at most on each side', () => {
    expect(pageNumbers(1, 15)).toEqual([1, 2, 3, null, 15]);
    expect(pageNumbers(8, 15)).toEqual([1, null, 7, 8, 9, null, 15]);
    expect(pageNumbers(15, 15)).toEqual([1, null, 13, 14, 15]);
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4]);
  });

  it('never repeats a number, always has the current page and never hides a single one behind a gap', () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const [page, pages] = [Math.min(a, b), Math.max(a, b)];
        const numbers = pageNumbers(page, pages);
        expect(numbers).toContain(page);
        const drawn = numbers.filter((number) => number !== null);
        expect(drawn).toEqual([...new Set(drawn)].sort((x, y) => x - y));
        numbers.forEach((number, at) => {
          if (number === null) {
            reached += 1;
            expect((numbers[at + 1] ?? 0) - (numbers[at - 1] ?? 0)).toBeGreaterThan(2);
          }
        });
      }),
    );
    expect(reached).toBeGreaterThan(0);
  });
});
