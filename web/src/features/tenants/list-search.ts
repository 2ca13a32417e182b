import type { Sort } from '../../ui/table-rows.ts';

/** What of the tenant list is in the address; what has its usual value is left out. */
export interface TenantListSearch {
  /** Words of the search box. */
  q?: string;
  /** Column id, with a minus before it for descending. */
  sort?: string;
  /** From 1. */
  page?: number;
  /** Show inactive; absent = as the browser remembers it. */
  inactive?: boolean;
}

/** Reads the address; what makes no sense is left out. */
export function tenantListSearch(search: Record<string, unknown>): TenantListSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim() : '';
  const page = typeof search.page === 'number' ? search.page : Number.NaN;
  const sort = typeof search.sort === 'string' && /^-?\w+$/.test(search.sort) ? search.sort : '';
  return {
    ...(q === '' ? null : { q }),
    ...(sort === '' || sort === formatSort(DEFAULT_SORT) ? null : { sort }),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : null),
    ...(typeof search.inactive === 'boolean' ? { inactive: search.inactive } : null),
  };
}

const DEFAULT_SORT: Sort = { column: 'name', direction: 'asc' };

/** The sort that the address asks for; by name without one. */
export function parseSort(sort: string | undefined): Sort {
  if (sort === undefined) return DEFAULT_SORT;
  return sort.startsWith('-') ? { column: sort.slice(1), direction: 'desc' } : { column: sort, direction: 'asc' };
}

/** The sort as the address has it. */
export function formatSort({ column, direction }: Sort): string {
  return direction === 'desc' ? `-${column}` : column;
}
