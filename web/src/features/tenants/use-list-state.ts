import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { parseSort } from '../../lib/table-search.ts';
import { useUrlText } from '../../lib/use-url-text.ts';
import { listStorage, type TenantListFilter } from './list-filter.ts';
import { effectiveChoice, tenantListSearch, USUAL_SORT, type TenantListSearch } from './list-search.ts';
import { useLatest } from './use-latest.ts';
import { useListActions } from './use-list-actions.ts';

/** Everything that the tenant list shows by choice: kept in the address, filter and switch also in the browser (C-067). */
export function useListState() {
  const url = tenantListSearch(useSearch({ strict: false }));
  const actions = useListActions();
  const router = useRouter();
  const choice = useChoice(url);
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause. A tenant opened meanwhile may still be loading: writing the address of the
    // list now would call that off.
    if (router.latestLocation.pathname === '/tenant') actions.setQuery(q);
  });
  const view: keyof typeof USUAL_SORT = url.view ?? 'tenants';
  return {
    ...choice,
    actions,
    environment: url.environment,
    panelOpen: url.panel === 'filter',
    adding: url.dialog === 'add',
    view,
    search,
    setSearch,
    clearSearch: useLatest(() => setSearch('')),
    /** Writes the text to the address without the pause, so that Back finds it again. */
    keepSearch: () => {
      if (search.trim() !== (url.q ?? '')) actions.setQuery(search.trim());
    },
    sort: useMemo(() => parseSort(url.sort, USUAL_SORT[view]), [url.sort, view]),
    // While the address lags behind the typing, its page belongs to the text before.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
  };
}

export type ListState = ReturnType<typeof useListState>;

/** The same object as long as it means the same. */
function useChoice(url: TenantListSearch): TenantListFilter {
  const text = JSON.stringify(effectiveChoice(url, listStorage()));
  return useMemo(() => JSON.parse(text) as TenantListFilter, [text]);
}
