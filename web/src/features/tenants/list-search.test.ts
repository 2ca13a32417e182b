import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSort, parseSort, tenantListSearch } from './list-search.ts';

describe('the address of the tenant list', () => {
  it('leaves out what has its usual value', () => {
    expect(tenantListSearch({ q: ' ', sort: 'name', page: 1, inactive: undefined })).toEqual({});
  });

  it('keeps search, sort, page and switch, and reads a number as a search for its digits', () => {
    expect(tenantListSearch({ q: 'brim', sort: '-members', page: 3, inactive: false })).toEqual({
      q: 'brim',
      sort: '-members',
      page: 3,
      inactive: false,
    });
    expect(tenantListSearch({ q: 1042 })).toEqual({ q: '1042' });
  });

  it('survives whatever stands in the address', () => {
    fc.assert(
      fc.property(
        fc.record({ q: fc.anything(), sort: fc.anything(), page: fc.anything(), inactive: fc.anything() }),
        (any) => {
          const once = tenantListSearch(any);
          expect(tenantListSearch({ ...once })).toEqual(once);
        },
      ),
    );
  });

  it('writes a sort as it reads it', () => {
    for (const text of ['name', '-name', '-members']) expect(formatSort(parseSort(text))).toBe(text);
    expect(parseSort(undefined)).toEqual({ column: 'name', direction: 'asc' });
  });
});
