import { readTableSearch, wholeNumber, type TableSearch } from '../../lib/table-search.ts';
import { listStorage, readListFilter, type TenantListFilter } from './list-filter.ts';
import { readFilter, type GroupKey } from './list-groups.ts';

/** How each view is sorted without a word: by name, the last deleted first. */
export const USUAL_SORT = {
  tenants: { column: 'name', direction: 'asc' },
  deleted: { column: 'deleted', direction: 'desc' },
} as const;

/** What of the tenant list is in the address; what has its usual value is left out. The groups of the filter stand by their key. */
export interface TenantListSearch extends TableSearch, Partial<Record<GroupKey, string | readonly string[]>> {
  /** Show inactive. `false` says that nothing is to be taken from what the browser remembers. */
  inactive?: boolean;
  /** Only tenants with a service on this environment. */
  environment?: number;
  /** The filter panel is open. */
  panel?: 'filter';
  /** The dialog for a new tenant is open. */
  dialog?: 'add';
  /** The deleted tenants instead of the list. */
  view?: 'deleted';
}

/** Reads the address; what makes no sense is left out. */
export function tenantListSearch(search: Record<string, unknown>): TenantListSearch {
  const environment = wholeNumber(search.environment);
  return {
    ...readTableSearch(search, USUAL_SORT[search.view === 'deleted' ? 'deleted' : 'tenants']),
    ...groupsInAddress(search),
    ...(typeof search.inactive === 'boolean' ? { inactive: search.inactive } : null),
    ...(environment > 0 ? { environment } : null),
    ...(search.panel === 'filter' ? { panel: search.panel } : null),
    ...(search.dialog === 'add' ? { dialog: search.dialog } : null),
    ...(search.view === 'deleted' ? { view: search.view } : null),
  };
}

/** A single choice stands without a list, which reads better. */
function groupsInAddress(search: Record<string, unknown>): Partial<Record<GroupKey, string | readonly string[]>> {
  const entries = Object.entries(readFilter(search));
  return Object.fromEntries(entries.map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
}

/** True for /tenant as such: only then the browser's memory speaks (C-067). */
export const isPlain = (search: TenantListSearch) => Object.keys(search).length === 0;

/** The choice that holds: the address says all of it as soon as it says anything. */
export function effectiveChoice(search: TenantListSearch, storage: Pick<Storage, 'getItem'> | null): TenantListFilter {
  if (isPlain(search)) return readListFilter(storage);
  return { filter: readFilter({ ...search }), showInactive: search.inactive ?? false };
}

/** A choice as the address has it. */
export function choiceInAddress({ filter, showInactive }: TenantListFilter): TenantListSearch {
  return tenantListSearch({ ...filter, ...(showInactive ? { inactive: true } : null) });
}

/**
 * The address as it must be written so that it means the same everywhere: where it would be plain although the browser
 * remembers something else, it says so.
 */
export function explicitSearch(search: TenantListSearch, storage: Pick<Storage, 'getItem'> | null): TenantListSearch {
  if (!isPlain(search) || isPlain(choiceInAddress(readListFilter(storage)))) return search;
  return { inactive: false };
}

/** Where /tenant leads when the browser remembers a choice: an address that says it (C-067). Null when it stays as it is. */
export function rememberedSearch(search: TenantListSearch): TenantListSearch | null {
  if (!isPlain(search)) return null;
  const kept = choiceInAddress(readListFilter(listStorage()));
  return isPlain(kept) ? null : kept;
}
