import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useUrlText } from '../../lib/use-url-text.ts';
import type { Sort } from '../../ui/table-rows.ts';
import { keepListFilter, readListFilter } from './list-filter.ts';
import { formatSort, parseSort, tenantListSearch, type TenantListSearch } from './list-search.ts';

/** Search, sort, page and switch of the tenant list: kept in the address, the switch also in the browser (C-067). */
export function useListState() {
  const url = tenantListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const [kept, setKept] = useState(() => readListFilter(localStorage));
  const change = (part: { [Key in keyof TenantListSearch]: TenantListSearch[Key] | undefined }) =>
    void navigate({
      to: '/tenant',
      search: (before) => tenantListSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause. A tenant opened meanwhile may still be loading: writing the address of the
    // list now would call that off.
    if (router.latestLocation.pathname === '/tenant') change({ q, page: undefined });
  });
  return {
    search,
    setSearch,
    /** Writes the text to the address without the pause, so that Back finds it again. */
    keepSearch: () => {
      if (search.trim() !== (url.q ?? '')) change({ q: search.trim(), page: undefined });
    },
    sort: parseSort(url.sort),
    setSort: (sort: Sort) => change({ sort: formatSort(sort), page: undefined }),
    // While the address lags behind the typing, its page belongs to the text before.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
    setPage: (page: number) => change({ page }),
    showInactive: url.inactive ?? kept.showInactive,
    setShowInactive: (showInactive: boolean) => {
      keepListFilter(localStorage, { showInactive });
      setKept((before) => ({ ...before, showInactive }));
      change({ inactive: showInactive, page: undefined });
    },
  };
}
