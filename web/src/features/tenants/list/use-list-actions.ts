import type { AttentionChoice } from '@mission-control/contract/attention/schema';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatSort } from '../../../lib/address/table-search.ts';
import type { Sort } from '../../../ui/table/table-rows.ts';
import { keepListFilter, listStorage, type TenantListFilter } from './list-filter.ts';
import { FILTER_GROUPS, type TenantFilter } from '@mission-control/contract/tenants/groups';
import {
  choiceInAddress,
  effectiveChoice,
  explicitSearch,
  isPlain,
  tenantListSearch,
  type TenantListSearch,
} from './list-search.ts';

type Change = { [Key in keyof TenantListSearch]: TenantListSearch[Key] | undefined };

/** The list as it is, the deleted tenants, or the list as it was. */
export type ListView = 'tenants' | 'deleted' | 'past';

const AN_HOUR = 3_600_000;

/** Actions on the list; each changes the address based on the effective choice, while the list is open. A stable object. */
export function useListActions() {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const change = (next: (before: TenantListSearch) => Change, replace = true) => {
      // The search text is written after a pause, a dialog closes when its call ends: neither must cancel a navigation to another page.
      if (!/^\/tenant\/?$/.test(router.latestLocation.pathname)) return;
      void navigate({
        to: '/tenant',
        search: (raw) => changed(tenantListSearch(raw), next),
        replace,
        resetScroll: false,
      });
    };
    const set = (part: Change, replace?: boolean) => change((before) => ({ ...before, ...part }), replace);
    /** Adds a history entry, to which Back returns; typing and panels beside the list do not. */
    const step = (part: Change) => set(part, false);
    const choose = (part: Partial<TenantListFilter>, rest: Change = {}) =>
      change((before) => {
        const choice = { ...effectiveChoice(before, listStorage()), ...part };
        keepListFilter(listStorage(), choice);
        return { ...withoutChoice(before), ...choiceInAddress(choice), page: undefined, ...rest };
      }, false);
    return {
      setQuery: (q: string) => set({ q, page: undefined }),
      setSort: (sort: Sort) => step({ sort: formatSort(sort), page: undefined }),
      /** Shows these columns; undefined for as many as fit. */
      setColumns: (columns: string | undefined) => set({ columns }),
      setPage: (page: number) => step({ page }),
      setFilter: (filter: TenantFilter) => choose({ filter }),
      setShowInactive: (showInactive: boolean) => choose({ showInactive }),
      removeEnvironment: () => set({ environment: undefined, page: undefined }),
      removeUses: () => set({ uses: undefined, page: undefined }),
      removeReports: () => set({ reports: undefined, page: undefined }),
      setAttention: (attention: AttentionChoice | undefined) => step({ attention, page: undefined }),
      /** Clears all filters except the search. */
      clearFilter: () =>
        choose({ filter: {} }, { environment: undefined, reports: undefined, uses: undefined, attention: undefined }),
      setPanelOpen: (open: boolean) => set({ panel: open ? 'filter' : undefined }),
      setAdding: (open: boolean) => set({ dialog: open ? 'add' : undefined }),
      setView: (view: ListView) =>
        set(
          {
            view: view === 'deleted' ? view : undefined,
            at: view === 'past' ? new Date(new Date().getTime() - AN_HOUR).toISOString() : undefined,
            differs: undefined,
            ...(view === 'past' ? { attention: undefined } : { sort: undefined }),
            page: undefined,
            panel: undefined,
          },
          false,
        ),
      setAt: (at: string) => set({ at, page: undefined }),
      setDiffers: (differs: boolean) => set({ differs: differs || undefined, page: undefined }),
    };
  }, [navigate, router]);
}

/** Builds the new address. A stored choice is written out, so that the address is complete. */
function changed(written: TenantListSearch, next: (before: TenantListSearch) => Change): TenantListSearch {
  const { inactive, ...rest } = isPlain(written) ? choiceInAddress(effectiveChoice(written, listStorage())) : written;
  return explicitSearch(tenantListSearch(next(inactive ? { ...rest, inactive } : rest)), listStorage());
}

const CHOICE_KEYS = new Set<string>(['inactive', ...FILTER_GROUPS.map(({ key }) => key)]);

const withoutChoice = (search: TenantListSearch): Change =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !CHOICE_KEYS.has(key)));
