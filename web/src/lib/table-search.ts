import type { Sort } from '../ui/table-rows.ts';

/** What of a table is in the address; what has its usual value is left out. */
export interface TableSearch {
  /** Words of the search box. */
  q?: string;
  /** Column id, with a minus before it for descending. */
  sort?: string;
  /** From 1. */
  page?: number;
}

/** Reads the address; what makes no sense is left out, and so is the usual sort. */
export function readTableSearch(search: Record<string, unknown>, usualSort: Sort): TableSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim() : '';
  const sort = typeof search.sort === 'string' && /^-?\w+$/.test(search.sort) ? search.sort : '';
  const page = wholeNumber(search.page);
  return {
    ...(q === '' ? null : { q }),
    ...(sort === '' || sort === formatSort(usualSort) ? null : { sort }),
    ...(page > 1 ? { page } : null),
  };
}

/** A whole number of the address; 0 for anything else. */
export function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

/** The sort that the address asks for. */
export function parseSort(sort: string | undefined, usualSort: Sort): Sort {
  if (sort === undefined) return usualSort;
  return sort.startsWith('-') ? { column: sort.slice(1), direction: 'desc' } : { column: sort, direction: 'asc' };
}

/** The sort as the address has it. */
export function formatSort({ column, direction }: Sort): string {
  return direction === 'desc' ? `-${column}` : column;
}
