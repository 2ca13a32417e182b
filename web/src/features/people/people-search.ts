import { readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';

export const BY_NAME = { column: 'name', direction: 'asc' } as const;

/** Search, sort and page of the people as the address has them, the one whose panel is open, and whether deleted ones are shown. */
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
