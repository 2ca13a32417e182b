import { readTableSearch, wholeNumber, type TableSearch } from '../../lib/address/table-search.ts';

export const NEWEST_FIRST = { column: 'date', direction: 'desc' } as const;

/** What of the dashboard is in the address. */
export interface DashboardSearch extends TableSearch {
  /** Id of the chosen tenant; none means all in production. */
  tenant?: number;
}

/** Reads the address; what makes no sense is left out. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const tenant = wholeNumber(search.tenant);
  return { ...readTableSearch(search, NEWEST_FIRST), ...(tenant > 0 && tenant <= 2_147_483_647 ? { tenant } : null) };
}
