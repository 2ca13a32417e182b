import { readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';

export const BY_NAME = { column: 'name', direction: 'asc' } as const;

/** Search, sort, page, open panel and view of the people, kept in the address. */
export interface PeopleSearch extends TableSearch {
  person?: number;
  view?: 'deleted';
}

/** Parses the address; invalid values are omitted. */
export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  const person = wholeNumber(search.person);
  return {
    ...readTableSearch(search, BY_NAME),
    ...(person > 0 ? { person } : null),
    ...(search.view === 'deleted' ? { view: 'deleted' as const } : null),
  };
}
