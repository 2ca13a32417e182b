import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { findService } from '@mission-control/contract/catalogue';
import { findRows, readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';

export const BY_NAME = { column: 'name', direction: 'asc' } as const;

/** Search, sort and page of the databases as the address has them, and the one whose panel is open. */
export interface DatabaseSearch extends TableSearch {
  database?: number;
}

/** Reads the address; what makes no sense is left out. */
export function databaseSearch(search: Record<string, unknown>): DatabaseSearch {
  const database = wholeNumber(search.database);
  return { ...readTableSearch(search, BY_NAME), ...(database > 0 ? { database } : null) };
}

/** The databases with all these words in what is shown of them [DB-01]. */
export const findDatabases = (all: readonly DatabaseRow[], search: string): readonly DatabaseRow[] =>
  findRows(all, search, ({ name, notes, identifier, endpoint, region, service }) => [
    name,
    notes,
    identifier,
    endpoint,
    region,
    findService(service)?.displayName ?? service,
  ]);
