import { foldName, SEARCH_LIMIT } from '@mission-control/contract/search/rules';
import type { Sort } from '../../ui/table/table-rows.ts';

/** Rows whose visible text contains all the words, ignoring case and accents. */
export function findRows<Row>(
  rows: readonly Row[],
  search: string,
  shown: (row: Row) => readonly string[],
): readonly Row[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldName(shown(row).join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** Table state kept in the address; defaults are omitted. */
export interface TableSearch {
  /** Search text. */
  q?: string;
  /** Column id, with a minus before it for descending. */
  sort?: string;
  /** From 1. */
  page?: number;
}

/** Default sort of records. */
export const LATEST_FIRST: Sort = { column: 'created', direction: 'desc' };

/** Default sort of a list of names. */
export const BY_NAME: Sort = { column: 'name', direction: 'asc' };

/** Default sort of items that belong to people. */
export const BY_PERSON: Sort = { column: 'person', direction: 'asc' };

/** Default sort of scheduled items: current ones, then upcoming ones. */
export const BY_TIME: Sort = { column: 'state', direction: 'asc' };

/** Parses search text from the address, cut to what the server accepts; empty for anything else. */
export const searchText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, SEARCH_LIMIT).trimEnd() : '';

/** Parses table state from the address; invalid values and the default sort are omitted. */
export function readTableSearch(search: Record<string, unknown>, usualSort: Sort): TableSearch {
  const q = searchText(search.q);
  const sort = typeof search.sort === 'string' && /^-?\w+$/.test(search.sort) ? search.sort : '';
  const page = wholeNumber(search.page);
  return {
    ...(q === '' ? null : { q }),
    ...(sort === '' || sort === formatSort(usualSort) ? null : { sort }),
    ...(page > 1 ? { page } : null),
  };
}

/** Validates the address of a page that keeps only the state of its table. */
export const tableSearch =
  (usualSort: Sort) =>
  (search: Record<string, unknown>): TableSearch =>
    readTableSearch(search, usualSort);

/** Parses a whole number from the address; 0 for anything else. */
export function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

/** Parses the sort from the address. */
export function parseSort(sort: string | undefined, usualSort: Sort): Sort {
  if (sort === undefined) return usualSort;
  return sort.startsWith('-') ? { column: sort.slice(1), direction: 'desc' } : { column: sort, direction: 'asc' };
}

/** Formats a sort for the address. */
export function formatSort({ column, direction }: Sort): string {
  return direction === 'desc' ? `-${column}` : column;
}
