import { readFilter, type TenantFilter } from './list-groups.ts';

/** What the tenant list keeps in the browser under one key (C-067). */
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

/** What was kept; broken or foreign content counts as nothing. */
export function readListFilter(storage: Pick<Storage, 'getItem'> | null): TenantListFilter {
  const kept = readEntry(storage);
  return { filter: readFilter(isObject(kept.filter) ? kept.filter : {}), showInactive: kept.showInactive === true };
}

/** Keeps the choice. Where the browser refuses, nothing is kept rather than an older choice. */
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
    // Blocked altogether: then nothing older is read either.
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
