import { wordsOf } from '@mission-control/contract/tenants/view-filter';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { indexFacets, passFacets, type FacetCounts, type FacetIndex } from './list-facets.ts';
import type { TenantFilter } from '@mission-control/contract/tenants/groups';
import { listedTenants, type ListedTenant } from './list-rows.ts';

/** A response prepared for search, filter and sort. */
export interface TenantList {
  tenants: readonly ListedTenant[];
  /** Lazy: computed when a filter or its panel first needs it. */
  facets: () => FacetIndex;
}

/** Prepares a response; `now` determines which licences expire soon. */
export function prepareList(
  rows: readonly TenantRow[],
  now: Date,
  attention?: Parameters<typeof listedTenants>[2],
): TenantList {
  return { tenants: listedTenants(rows, now, attention), facets: once(() => indexFacets(rows)) };
}

export interface Narrowing {
  /** Words that must all occur, in any order. */
  search: string;
  showInactive: boolean;
  filter: TenantFilter;
  /** Only tenants with a service on this environment. */
  environment: number | undefined;
  /** Restricts the list to these tenant ids. */
  only: ReadonlySet<number> | undefined;
}

export interface Narrowed {
  rows: readonly ListedTenant[];
  /** Rows hidden by filter, environment, reports and switch; the search is not counted (C-066). */
  hidden: number;
  /** Total number of hidden rows, including those hidden by the search. */
  filtered: number;
  /** Rows each filter choice would show. */
  counts: () => FacetCounts;
}

/** Tenants that pass everything but search and filter. */
export interface Kept {
  /** 1 for each of them. */
  marks: Uint8Array;
  count: number;
}

/** The part of the narrowing that does not depend on the search. */
export function keepTenants(
  { tenants }: TenantList,
  { showInactive, environment, only }: Omit<Narrowing, 'search' | 'filter'>,
): Kept {
  const marks = new Uint8Array(tenants.length);
  let count = 0;
  for (const { at, active, row } of tenants) {
    if (!active && !showInactive) continue;
    if (environment !== undefined && !row.environment_ids.includes(environment)) continue;
    if (only !== undefined && !only.has(row._id)) continue;
    marks[at] = 1;
    count += 1;
  }
  return { marks, count };
}

/** Rows that pass, in the order of `sorted`. A keystroke in the search costs one pass over them. */
export function narrowTenants(
  list: TenantList,
  { search, filter, kept }: Pick<Narrowing, 'search' | 'filter'> & { kept: Kept },
  sorted: readonly ListedTenant[] = list.tenants,
): Narrowed {
  const { tenants } = list;
  const words = wordsOf(search);
  const isFound = ({ at, text }: ListedTenant): boolean => kept.marks[at] === 1 && hasWords(text, words);
  const found = once(() => (words.length === 0 ? kept.marks : Uint8Array.from(tenants, (one) => Number(isFound(one)))));
  const pass = once(() => passFacets(list.facets(), found(), filter));
  const passes = Object.keys(filter).length === 0 ? null : pass().passes;
  const rows = sorted.filter((one) => (passes === null || passes[one.at] === 1) && isFound(one));
  const shown =
    passes === null ? kept.count : kept.marks.reduce((sum, mark, at) => sum + (mark & (passes[at] ?? 0)), 0);
  return { rows, hidden: tenants.length - shown, filtered: tenants.length - rows.length, counts: () => pass().counts };
}

/** Memoizes a lazily computed value. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function hasWords(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}
