import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { formatSort, parseSort } from '../../lib/address/table-search.ts';
import { useUrlText } from '../../lib/address/use-url-text.ts';
import type { Sort } from '../../ui/table/table-rows.ts';
import { dashboardSearch, NEWEST_FIRST, type DashboardSearch } from './dashboard-search.ts';

type Change = { [Key in keyof DashboardSearch]: DashboardSearch[Key] | undefined };

/** The chosen tenant, and search, sort and page of the errors, kept in the address. */
export function useDashboard() {
  const url = dashboardSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const change = (part: Change, replace: boolean) =>
    void navigate({
      to: '/dashboard',
      search: (before) => dashboardSearch({ ...before, ...part }),
      replace,
      resetScroll: false,
    });
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause; the person may be on another page by then.
    if (router.latestLocation.pathname === '/dashboard') change({ q, page: undefined }, true);
  });
  return {
    tenant: url.tenant,
    /** Back leads to the tenant before. */
    choose: (tenant: number | null) => change({ tenant: tenant ?? undefined }, false),
    search,
    setSearch,
    sort: parseSort(url.sort, NEWEST_FIRST),
    setSort: (sort: Sort) => change({ sort: formatSort(sort), page: undefined }, true),
    // While the address lags behind the typing, its page belongs to the text before.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
    setPage: (page: number) => change({ page }, true),
  };
}

export type DashboardState = ReturnType<typeof useDashboard>;
