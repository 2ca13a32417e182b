import { foldName } from '@mission-control/contract/search/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { indexFacets, passFacets, type FacetCounts, type FacetIndex } from './list-facets.ts';
import type { TenantFilter } from './list-groups.ts';
import { listedTenants, type ListedTenant } from './list-rows.ts';

/** An answer, prepared for searching, filtering and sorting. */
export interface TenantList {
  tenants: readonly ListedTenant[];
  /** Worked out when a filter or its panel first asks for it: most openings of the list do not. */
  facets: () => FacetIndex;
}

/** Prepares an answer; `now` decides which licences are near their end. */
export function prepareList(rows: readonly TenantRow[], now: Date): TenantList {
  return { tenants: listedTenants(rows, now), facets: once(() => indexFacets(rows)) };
}

export interface Narrowing {
  /** Words that must all occur, in any order. */
  search: string;
  showInactive: boolean;
  filter: TenantFilter;
  /** Only tenants with a service on this environment. */
  environment: number | undefined;
}

export interface Narrowed {
  rows: readonly ListedTenant[];
  /** Left out by filter, environment and switch; the search is not counted (C-066). */
  hidden: number;
  /** Left out in all. */
  filtered: number;
  /** What each choice of the filter would show. */
  counts: () => FacetCounts;
}

/** The rows that pass, in the order of `sorted`. */
export function narrowTenants(
  list: TenantList,
  narrowing: Narrowing,
  sorted: readonly ListedTenant[] = list.tenants,
): Narrowed {
  const { tenants } = list;
  const { showInactive, environment, filter } = narrowing;
  const kept = marks(
    tenants,
    ({ active, row }) =>
      (active || showInactive) && (environment === undefined || row.environment_ids.includes(environment)),
  );
  const words = foldName(narrowing.search).split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? kept : marks(tenants, ({ at, text }) => kept[at] === 1 && hasWords(text, words));
  const pass = once(() => passFacets(list.facets(), found, filter));
  const passes = Object.keys(filter).length === 0 ? null : pass().passes;
  const isIn = (at: number, among: Uint8Array) => among[at] === 1 && (passes === null || passes[at] === 1);
  const rows = sorted.filter(({ at }) => isIn(at, found));
  const shown = tenants.reduce((sum, { at }) => sum + (isIn(at, kept) ? 1 : 0), 0);
  return { rows, hidden: tenants.length - shown, filtered: tenants.length - rows.length, counts: () => pass().counts };
}

/** Works a value out when it is first asked for. */
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
