import { defaultStringifySearch, useMatch, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Sort } from '../../ui/table/table-rows.ts';
import { formatSort, parseSort, readTableSearch, type TableSearch } from './table-search.ts';
import { useUrlState, useUrlText } from './use-url-text.ts';

/** Search, sort and page of a page's only table, kept in the address. @param usualSort is omitted from the address */
export function useTableUrl(usualSort: Sort) {
  // Other state of the page is left as it is.
  const [url, change] = useUrlState((search): TableSearch => {
    const { q: _q, sort: _sort, page: _page, ...rest } = search;
    return { ...rest, ...readTableSearch(search, usualSort) };
  });
  const [search, setSearch, commitSearch] = useUrlText(url.q ?? '', (q) => change({ q, page: undefined }, true));
  return {
    search,
    setSearch,
    commitSearch,
    sort: parseSort(url.sort, usualSort),
    setSort: (sort: Sort) => change({ sort: formatSort(sort), page: undefined }),
    // While the address lags behind the typing, its page number belongs to the previous text.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
    setPage: (page: number) => change({ page }),
  };
}

/** Address of the page with another value of a parameter, for links from rows to their panels. Stable while the address is equal. */
export function useRowHref(name: string) {
  // Of the page's own match, like its search: while the next page loads, the latest address is already that of the next page.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const search = useSearch({ strict: false });
  return useCallback(
    (value: string | number) => {
      const query = new URLSearchParams(defaultStringifySearch(search));
      query.set(name, String(value));
      return `${pathname}?${query}`;
    },
    [name, pathname, search],
  );
}
