import { readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';

/** Default sort of the SDD errors. */
export const LATEST_ERROR_FIRST = { column: 'date', direction: 'desc' } as const;

interface DashboardSearch extends TableSearch {
  /** Id of the chosen tenant; absent for all in production. */
  tenant?: number;
}

/** Parses the address; invalid values are omitted. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const tenant = wholeNumber(search.tenant);
  return {
    ...readTableSearch(search, LATEST_ERROR_FIRST),
    ...(tenant > 0 && tenant <= 2_147_483_647 ? { tenant } : null),
  };
}
