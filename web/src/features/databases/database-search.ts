import { BY_NAME, readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';

/** Table state of the databases, and the id of the open panel. */
interface DatabaseSearch extends TableSearch {
  database?: number;
}

/** Parses the address; invalid values are omitted. */
export function databaseSearch(search: Record<string, unknown>): DatabaseSearch {
  const database = wholeNumber(search.database);
  return { ...readTableSearch(search, BY_NAME), ...(database > 0 ? { database } : null) };
}
