import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatSort, parseSort } from '../../lib/table-search.ts';
import { useUrlText } from '../../lib/use-url-text.ts';
import type { Sort } from '../../ui/table-rows.ts';
import { keepListFilter, listStorage, type TenantListFilter } from './list-filter.ts';
import type { TenantFilter } from './list-groups.ts';
import {
  choiceInAddress,
  effectiveChoice,
  explicitSearch,
  isPlain,
  tenantListSearch,
  USUAL_SORT,
  type TenantListSearch,
} from './list-search.ts';

type Change = { [Key in keyof TenantListSearch]: TenantListSearch[Key] | undefined };

/** Everything that the tenant list shows by choice: kept in the address, filter and switch also in the browser (C-067). */
export function useListState() {
  const url = tenantListSearch(useSearch({ strict: false }));
  const change = useChangeSearch();
  const router = useRouter();
  const choice = useChoice(url);
  const choose = (part: Partial<TenantListFilter>, rest: Change = {}) => {
    const next = { ...choice, ...part };
    keepListFilter(listStorage(), next);
    change((before) => ({ ...withoutChoice(before), ...choiceInAddress(next), page: undefined, ...rest }));
  };
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause. A tenant opened meanwhile may still be loading: writing the address of the
    // list now would call that off.
    if (router.latestLocation.pathname === '/tenant') change((before) => ({ ...before, q, page: undefined }));
  });
  const view: keyof typeof USUAL_SORT = url.view ?? 'tenants';
  const set = (part: Change, push = false) => change((before) => ({ ...before, ...part }), push);
  return {
    ...choice,
    environment: url.environment,
    panelOpen: url.panel === 'filter',
    adding: url.dialog === 'add',
    view,
    search,
    setSearch,
    /** Writes the text to the address without the pause, so that Back finds it again. */
    keepSearch: () => {
      if (search.trim() !== (url.q ?? '')) set({ q: search.trim(), page: undefined });
    },
    sort: parseSort(url.sort, USUAL_SORT[view]),
    setSort: (sort: Sort) => set({ sort: formatSort(sort), page: undefined }),
    // While the address lags behind the typing, its page belongs to the text before.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
    setPage: (page: number) => set({ page }),
    setFilter: (filter: TenantFilter) => choose({ filter }),
    setShowInactive: (showInactive: boolean) => choose({ showInactive }),
    removeEnvironment: () => set({ environment: undefined, page: undefined }),
    /** Takes everything away that narrows the list by a choice; the search stays. */
    clearFilter: () => choose({ filter: {} }, { environment: undefined }),
    setPanelOpen: (open: boolean) => set({ panel: open ? 'filter' : undefined }),
    setAdding: (open: boolean) => set({ dialog: open ? 'add' : undefined }),
    setView: (view: 'tenants' | 'deleted') =>
      set({ view: view === 'deleted' ? view : undefined, sort: undefined, page: undefined, panel: undefined }, true),
  };
}

export type ListState = ReturnType<typeof useListState>;

/** The same object as long as it means the same. */
function useChoice(url: TenantListSearch): TenantListFilter {
  const text = JSON.stringify(effectiveChoice(url, listStorage()));
  return useMemo(() => JSON.parse(text) as TenantListFilter, [text]);
}

/** Changes the address, starting from what holds now, so that it then says all of it. */
function useChangeSearch() {
  const navigate = useNavigate();
  return (next: (before: TenantListSearch) => Change, push = false) =>
    void navigate({
      to: '/tenant',
      search: (raw) => {
        const storage = listStorage();
        const written = tenantListSearch(raw);
        const before = isPlain(written) ? choiceInAddress(effectiveChoice(written, storage)) : written;
        const { inactive, ...rest } = before;
        return explicitSearch(tenantListSearch(next(inactive ? { ...rest, inactive } : rest)), storage);
      },
      replace: !push,
      resetScroll: false,
    });
}

function withoutChoice({ q, sort, environment, panel, dialog, view }: TenantListSearch): Change {
  return { q, sort, environment, panel, dialog, view };
}
