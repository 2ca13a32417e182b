import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../../lib/toast-error.ts';
import { toast } from '../../../ui/toast.ts';
import { readCache, type ConfigRef } from '../queries.ts';
import { cacheKey, currentEntry, readCached, type CachedConfig } from '../state/cached-config.ts';
import { editable } from '../state/local-config.ts';
import { changesText } from '../state/save-diff.ts';

/**
 * The cached config entry of HomePortal: kept in this tab per tenant, also over a reload. Other kinds have none. `revision` is
 * the saved one; what is older than it is not used (0018).
 */
export function useCachedConfig({ tenantId, kind }: ConfigRef, revision: number) {
  const own = kind === 'homeportal';
  const [kept, setKept] = useState(() => (own ? readCached(stored(tenantId)) : null));
  const entry = currentEntry(kept, revision);

  async function read(at: number): Promise<CachedConfig> {
    const items = await readCache(tenantId);
    const next = { at: new Date().toISOString(), revision: at, items: items.map(editable) };
    keep(tenantId, next);
    setKept(next);
    return next;
  }

  const generating = useMutation({
    mutationFn: () => read(revision),
    onSuccess: ({ items }) => {
      toast.success('Cache generated', {
        detail: `Unsaved changes are told from its ${changesText(items.length, 'setting')} now`,
      });
    },
    onError: (error) => toastError(error),
  });

  return {
    /** Null: unsaved changes are told from the saved config. */
    entry,
    /** True: there is an entry, but something newer was saved since. */
    outdated: kept !== null && entry === null,
    /** Left out for kinds without a cache. */
    ...(own && { generate: () => generating.mutate() }),
    generating: generating.isPending,
    /** After a save: reads an entry that there is again. */
    refresh: (saved: number) => (kept === null ? Promise.resolve(null) : read(saved)),
  };
}

function stored(tenantId: number): string | null {
  try {
    return sessionStorage.getItem(cacheKey(tenantId));
  } catch {
    return null;
  }
}

function keep(tenantId: number, entry: CachedConfig): void {
  try {
    sessionStorage.setItem(cacheKey(tenantId), JSON.stringify(entry));
  } catch {
    // Full or forbidden: the entry lives as long as the page.
  }
}
