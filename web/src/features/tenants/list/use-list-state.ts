import { useSearch } from '@tanstack/react-router';
import { useMemo, useCallback, useEffect, useRef } from 'react';
import { parseSort } from '../../../lib/address/table-search.ts';
import { useUrlText } from '../../../lib/address/use-url-text.ts';
import { listStorage, type TenantListFilter } from './list-filter.ts';
import { effectiveChoice, tenantListSearch, USUAL_SORT, type TenantListSearch } from './list-search.ts';
import { useListActions } from './use-list-actions.ts';

/** A stable function that calls the latest `act`. */
export function useLatest<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

/** State of the tenant list: in the address; filter and switch also in the browser (C-067). */
export function useListState() {
  const url = tenantListSearch(useSearch({ strict: false }));
  const actions = useListActions();
  const choice = useChoice(url);
  const [search, setSearch, commitSearch] = useUrlText(url.q ?? '', actions.setQuery);
  const view: keyof typeof USUAL_SORT = url.view ?? 'tenants';
  return {
    ...choice,
    actions,
    environment: url.environment,
    reports: url.reports,
    attention: url.attention,
    uses: url.uses,
    columns: url.columns,
    at: url.at,
    differs: url.differs ?? false,
    panelOpen: url.panel === 'filter',
    adding: url.dialog === 'add',
    view,
    search,
    setSearch,
    clearSearch: useLatest(() => setSearch('')),
    commitSearch,
    sort: useMemo(() => parseSort(url.sort, USUAL_SORT[view]), [url.sort, view]),
    // While the address lags behind the typing, its page number belongs to the previous text.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
  };
}

export type ListState = ReturnType<typeof useListState>;

/** What narrows the list besides the search, and the actions that change it. */
export type ListChoices = Pick<ListState, 'filter' | 'environment' | 'reports' | 'uses' | 'attention' | 'actions'>;

/** Returns the previous object while it is deeply equal. */
function useChoice(url: TenantListSearch): TenantListFilter {
  const text = JSON.stringify(effectiveChoice(url, listStorage()));
  return useMemo(() => JSON.parse(text) as TenantListFilter, [text]);
}
