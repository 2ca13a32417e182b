import { readTableSearch, type TableSearch } from '../../lib/address/table-search.ts';

export const NEWEST = { column: 'created', direction: 'desc' } as const;

/** Search, sort and page of the mappings, as the address has them. */
export const mappingListSearch = (search: Record<string, unknown>): TableSearch => readTableSearch(search, NEWEST);
