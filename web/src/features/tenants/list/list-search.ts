import { ATTENTION_KINDS } from '@mission-control/contract/attention/kinds';
import type { AttentionChoice } from '@mission-control/contract/attention/schema';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { REPORT_STATES, type ReportState } from '@mission-control/contract/dashboard/rules';
import type { FleetKind } from '@mission-control/contract/fleet/kinds';
import { readTableSearch, wholeNumber, type TableSearch } from '../../../lib/address/table-search.ts';
import { listStorage, readListFilter, type TenantListFilter } from './list-filter.ts';
import { readFilter, type GroupKey } from '@mission-control/contract/tenants/groups';

/** Tenant page state kept in the address. */
interface TenantDetailSearch {
  /** The open tab; services when absent. */
  tab?: 'changes';
  /** The config whose commit is being reviewed. */
  commit?: ConfigKindSlug;
}

/** Parses the address; invalid values are omitted. */
export function tenantDetailSearch(search: Record<string, unknown>): TenantDetailSearch {
  if (search.tab === 'changes') return { tab: 'changes' };
  const kind = typeof search.commit === 'string' ? findConfigKind(search.commit) : undefined;
  return kind ? { commit: kind.slug } : {};
}

/** Default sort of each view: tenants by name, deleted ones by deletion time, newest first. */
export const USUAL_SORT = {
  tenants: { column: 'name', direction: 'asc' },
  deleted: { column: 'deleted', direction: 'desc' },
} as const;

/** Tenant list state kept in the address; defaults are omitted. Filter groups use their keys. */
export interface TenantListSearch extends TableSearch, Partial<Record<GroupKey, string | readonly string[]>> {
  /** Show inactive. An explicit `false` ignores the choice stored in the browser. */
  inactive?: boolean;
  /** Only tenants with a service on this environment. */
  environment?: number;
  /** Only tenants that use this item of the fleet: its kind and key, such as `certificate:5`. */
  uses?: string;
  /** Restricts the list to production tenants counted by a dashboard number. */
  reports?: ReportState;
  /** Only tenants that need attention, for any or this reason; inactive ones too. */
  attention?: AttentionChoice;
  /** Shown columns in order, as `readColumns` reads them; without it, those the browser remembers. */
  columns?: string;
  /** Shows the list as it was at this time, ISO 8601. */
  at?: string;
  /** Of that list, only the tenants that differ now. */
  differs?: true;
  /** The filter panel is open. */
  panel?: 'filter';
  /** The dialog for a new tenant is open. */
  dialog?: 'add';
  /** Shows deleted tenants instead of the list. */
  view?: 'deleted';
}

const COLUMNS = /^[\w.-]{1,600}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const USES = /^[a-z_]+:[\w.:]+$/;

/** Parses the address; invalid values are omitted. */
export function tenantListSearch(search: Record<string, unknown>): TenantListSearch {
  const environment = wholeNumber(search.environment);
  const attention = (['any', ...ATTENTION_KINDS] as const).find((choice) => choice === search.attention);
  const reports = REPORT_STATES.find((state) => state === search.reports);
  return {
    ...readTableSearch(search, USUAL_SORT[search.view === 'deleted' ? 'deleted' : 'tenants']),
    ...groupsInAddress(search),
    ...(typeof search.inactive === 'boolean' ? { inactive: search.inactive } : null),
    ...(environment > 0 ? { environment } : null),
    ...(reports ? { reports } : null),
    ...(attention ? { attention } : null),
    ...(typeof search.uses === 'string' && USES.test(search.uses) ? { uses: search.uses } : null),
    ...(typeof search.columns === 'string' && COLUMNS.test(search.columns) ? { columns: search.columns } : null),
    ...(typeof search.at === 'string' && TIME.test(search.at) ? { at: search.at } : null),
    ...(search.differs === true ? { differs: true } : null),
    ...(search.panel === 'filter' ? { panel: search.panel } : null),
    ...(search.dialog === 'add' ? { dialog: search.dialog } : null),
    ...(search.view === 'deleted' ? { view: search.view } : null),
  };
}

/** A single choice is written without a list, for readability. */
function groupsInAddress(search: Record<string, unknown>): Partial<Record<GroupKey, string | readonly string[]>> {
  const entries = Object.entries(readFilter(search));
  return Object.fromEntries(entries.map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
}

/** True for plain /tenant: only then the stored choice applies (C-067). */
export const isPlain = (search: TenantListSearch) => Object.keys(search).length === 0;

/** The effective choice: any choice in the address overrides the stored one. */
export function effectiveChoice(search: TenantListSearch, storage: Pick<Storage, 'getItem'> | null): TenantListFilter {
  if (isPlain(search)) return readListFilter(storage);
  return { filter: readFilter({ ...search }), showInactive: search.inactive ?? false };
}

/** Formats a choice for the address. */
export function choiceInAddress({ filter, showInactive }: TenantListFilter): TenantListSearch {
  return tenantListSearch({ ...filter, ...(showInactive ? { inactive: true } : null) });
}

/**
 * The address to write so that it means the same in every browser: explicit where a plain one would apply a stored
 * choice.
 */
export function explicitSearch(search: TenantListSearch, storage: Pick<Storage, 'getItem'> | null): TenantListSearch {
  if (!isPlain(search) || isPlain(choiceInAddress(readListFilter(storage)))) return search;
  return { inactive: false };
}

/** Redirect for plain /tenant when the browser stores a choice (C-067); null for none. */
export function rememberedSearch(search: TenantListSearch): TenantListSearch | null {
  if (!isPlain(search)) return null;
  const kept = choiceInAddress(readListFilter(listStorage()));
  return isPlain(kept) ? null : kept;
}

/** An item of the fleet in the address, such as `certificate:5`. */
export const itemOfUses = (uses: string): { kind: FleetKind; key: string } => ({
  kind: uses.slice(0, uses.indexOf(':')) as FleetKind,
  key: uses.slice(uses.indexOf(':') + 1),
});
