import { generateCache } from '@mission-control/contract/config/calls';
import { countText } from '@mission-control/contract/numbers';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../lib/api/api.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import type { ConfigRef } from '../../queries.ts';
import { cacheKey, currentEntry, readCached, type CachedConfig } from '../../state/cached-config.ts';
import { editable } from '../../state/local-config.ts';

/**
 * HomePortal's cached config entry: kept per tenant in this tab, across reloads. Other kinds have none. `revision` is the saved one; an
 * older entry is not used (0018).
 */
export function useCachedConfig({ tenantId, kind }: ConfigRef, revision: number) {
  const hasCache = kind === 'homeportal';
  const [kept, setKept] = useState(() => (hasCache ? readCached(stored(tenantId)) : null));
  const entry = currentEntry(kept, revision);

  async function read(at: number): Promise<CachedConfig> {
    const items = await api.send(generateCache, { params: { id: tenantId } });
    const next = { at: new Date().toISOString(), revision: at, items: items.map(editable) };
    keep(tenantId, next);
    setKept(next);
    return next;
  }

  const generating = useMutation({
    mutationFn: () => read(revision),
    onSuccess: ({ items }) => {
      toast.success('Cache generated', {
        detail: `Unsaved changes are now relative to its ${countText(items.length, 'setting')}`,
      });
    },
    onError: (error) => toastError(error),
  });

  return {
    /** Null: unsaved changes are relative to the saved config. */
    entry,
    /** True: an entry exists, but a newer revision was saved. */
    outdated: kept !== null && entry === null,
    /** Absent for kinds without a cache. */
    ...(hasCache && { generate: () => generating.mutate() }),
    generating: generating.isPending,
    /** Refreshes an existing entry after a save. */
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
    // The storage is full or blocked: the entry lasts only as long as the page.
  }
}
