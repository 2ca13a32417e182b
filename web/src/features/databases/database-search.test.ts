import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databaseSearch, findDatabases } from './database-search.ts';
import { testDatabase } from './testing.ts';

describe('the search of databases', () => {
  const all = [
    testDatabase(1, { notes: 'Preferred' }),
    testDatabase(2, { service: 'insight', region: 'us-east-1' }),
    testDatabase(3, { endpoint: 'zebra.example:3306' }),
  ];
  it.each([
    ['', [1, 2, 3]],
    ['eu-db-01', [1]],
    ['PREFERRED', [1]],
    ['insight us-east', [2]],
    ['zebra', [3]],
    ['db-2', [2]],
    ['(', []],
  ])('%j finds %j by what is shown of them [DB-01]', (search, ids) => {
    expect(findDatabases(all, search).map(({ id }) => id)).toEqual(ids);
  });

  it('takes anything as an address, and nothing that makes no sense', () => {
    let reached = 0;
    fc.assert(
      fc.property(
        fc.record({ q: fc.anything(), sort: fc.anything(), page: fc.anything(), database: fc.anything() }),
        (address) => {
          const read = databaseSearch(address);
          expect(databaseSearch({ ...read })).toEqual(read);
          if (read.database !== undefined) {
            reached += 1;
            expect(Number.isSafeInteger(read.database) && read.database > 0).toBe(true);
          }
        },
      ),
    );
    expect(reached).toBeGreaterThan(0);
    expect(databaseSearch({ q: ' a ', sort: '-load', page: 2, database: 7 })).toEqual({
      q: 'a',
      sort: '-load',
      page: 2,
      database: 7,
    });
  });
});
