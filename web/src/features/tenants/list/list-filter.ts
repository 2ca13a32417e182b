import { readFilter, type TenantFilter } from '@mission-control/contract/tenants/groups';
import { isObject } from '../../../lib/is-object.ts';

/** Tenant list state stored in the browser under one key (C-067). */
export interface TenantListFilter {
  filter: TenantFilter;
  showInactive: boolean;
}

const KEY = 'tenantListFilter';

type KeepsEntries = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; null where it is blocked. */
export function listStorage(): KeepsEntries | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Reads the stored choice; malformed content counts as none. */
export function readListFilter(storage: Pick<Storage, 'getItem'> | null): TenantListFilter {
  const kept = readEntry(storage);
  return { filter: readFilter(isObject(kept.filter) ? kept.filter : {}), showInactive: kept.showInactive === true };
}

/** Stores the choice. If storage fails, removes it rather than keeping an older choice. */
export function keepListFilter(storage: KeepsEntries | null, choice: TenantListFilter): void {
  try {
    storage?.setItem(KEY, JSON.stringify(choice));
  } catch {
    forget(storage);
  }
}

function forget(storage: KeepsEntries | null): void {
  try {
    storage?.removeItem(KEY);
  } catch {
    // Storage is blocked altogether; nothing older can be read either.
  }
}

function readEntry(storage: Pick<Storage, 'getItem'> | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
