import { useEffect } from 'react';
import { credentials } from './api/api.ts';
import { isObject } from './is-object.ts';

const KEY = 'recentTenants';
const LIMIT = 8;

/** A tenant whose page was opened. */
export interface RecentTenant {
  id: number;
  name: string;
}

/** Tenants that a user opened last in this browser, newest first. */
export interface RecentTenants {
  list: () => readonly RecentTenant[];
  /** Moves the tenant to the front. */
  add: (tenant: RecentTenant) => void;
  remove: (id: number) => void;
  clear: () => void;
}

/**
 * Stores the list together with its user. Storage that is blocked, full or malformed costs only the list.
 * @param storage returns the storage; a browser that blocks it throws here
 */
export function createRecentTenants(storage: () => Storage, user: () => string): RecentTenants {
  const list = (): RecentTenant[] => attempt(() => read(storage().getItem(KEY), user())) ?? [];
  const write = (tenants: readonly RecentTenant[]) =>
    attempt(() => storage().setItem(KEY, JSON.stringify({ user: user(), tenants: tenants.slice(0, LIMIT) })));
  const without = (id: number) => list().filter((tenant) => tenant.id !== id);
  return {
    list,
    add: ({ id, name }) => write([{ id, name }, ...without(id)]),
    remove(id) {
      const left = without(id);
      if (left.length < list().length) write(left);
    },
    clear: () => attempt(() => storage().removeItem(KEY)),
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function read(text: string | null, user: string): RecentTenant[] {
  const kept: unknown = JSON.parse(text ?? 'null');
  if (!isObject(kept) || kept['user'] !== user || !Array.isArray(kept['tenants'])) return [];
  return kept['tenants'].filter(isTenant).slice(0, LIMIT);
}

const isTenant = (value: unknown): value is RecentTenant =>
  isObject(value) && Number.isSafeInteger(value['id']) && Number(value['id']) > 0 && typeof value['name'] === 'string';

/** Recent tenants of the signed-in user. */
export const recentTenants = createRecentTenants(
  () => localStorage,
  () => credentials.read()?.user ?? '',
);

/** Remembers the open tenant once its name is known; forgets one that is `gone`. */
export function useRecentTenant(id: number, name: string | undefined, gone: boolean): void {
  useEffect(() => {
    if (gone) recentTenants.remove(id);
    else if (name !== undefined) recentTenants.add({ id, name });
  }, [id, name, gone]);
}
