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
  /** Rows hidden in all. */
  filtered: number;
  /** Rows each filter choice would show. */
  counts: () => FacetCounts;
}

/** Rows that pass, in the order of `sorted`. */
export function narrowTenants(
  list: TenantList,
  narrowing: Narrowing,
  sorted: readonly ListedTenant[] = list.tenants,
): Narrowed {
  const { tenants } = list;
  const { showInactive, environment, only, filter } = narrowing;
  const kept = marks(
    tenants,
    ({ active, row }) =>
      (active || showInactive) &&
      (environment === undefined || row.environment_ids.includes(environment)) &&
      (only === undefined || only.has(row._id)),
  );
  const words = wordsOf(narrowing.search);
  const found = words.length === 0 ? kept : marks(tenants, ({ at, text }) => kept[at] === 1 && hasWords(text, words));
  const pass = once(() => passFacets(list.facets(), found, filter));
  const passes = Object.keys(filter).length === 0 ? null : pass().passes;
  const isIn = (at: number, among: Uint8Array) => among[at] === 1 && (passes === null || passes[at] === 1);
  const rows = sorted.filter(({ at }) => isIn(at, found));
  const shown = tenants.reduce((sum, { at }) => sum + (isIn(at, kept) ? 1 : 0), 0);
  return { rows, hidden: tenants.length - shown, filtered: tenants.length - rows.length, counts: () => pass().counts };
}

/** Memoizes a lazily computed value. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

const hasWords = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/** 1 for each tenant to keep. */
function marks(tenants: readonly ListedTenant[], keep: (tenant: ListedTenant) => boolean): Uint8Array {
  const kept = new Uint8Array(tenants.length);
  for (const tenant of tenants) kept[tenant.at] = keep(tenant) ? 1 : 0;
  return kept;
}
