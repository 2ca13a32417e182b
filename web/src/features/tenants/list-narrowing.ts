import { foldName } from '@mission-control/contract/search/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { indexFacets, passFacets, type FacetCounts, type FacetIndex } from './list-facets.ts';
import type { TenantFilter } from './list-groups.ts';
import { listedTenants, type ListedTenant } from './list-rows.ts';

/** An answer, prepared for searching, filtering and sorting. */
export interface TenantList {
  tenants: readonly ListedTenant[];
  facets: FacetIndex;
}

/** Prepares an answer; `now` decides which licences are near their end. */
export function prepareList(rows: readonly TenantRow[], now: Date): TenantList {
  return { tenants: listedTenants(rows, now), facets: indexFacets(rows) };
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
  counts: FacetCounts;
}

/** The rows that pass, in the order of `sorted`, and what each choice of the filter would show. */
export function narrowTenants(
  list: TenantList,
  narrowing: Narrowing,
  sorted: readonly ListedTenant[] = list.tenants,
): Narrowed {
  const { tenants, facets } = list;
  const { showInactive, environment } = narrowing;
  const kept = marks(
    tenants,
    ({ active, row }) =>
      (active || showInactive) && (environment === undefined || row.environment_ids.includes(environment)),
  );
  const words = foldName(narrowing.search).split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? kept : marks(tenants, ({ at, text }) => kept[at] === 1 && hasWords(text, words));
  const { passes, counts } = passFacets(facets, found, narrowing.filter);
  const rows = sorted.filter(({ at }) => found[at] === 1 && passes[at] === 1);
  const hidden = passes.reduce((sum, passed, at) => sum + (passed === 1 && kept[at] === 1 ? 0 : 1), 0);
  return { rows, hidden, filtered: tenants.length - rows.length, counts };
}

const hasWords = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/** 1 for each tenant to keep. */
function marks(tenants: readonly ListedTenant[], keep: (tenant: ListedTenant) => boolean): Uint8Array {
  const kept = new Uint8Array(tenants.length);
  for (const tenant of tenants) kept[tenant.at] = keep(tenant) ? 1 : 0;
  return kept;
}
