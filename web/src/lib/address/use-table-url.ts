import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Sort } from '../../ui/table/table-rows.ts';
import { formatSort, parseSort, readTableSearch, type TableSearch } from './table-search.ts';
import { useUrlText } from './use-url-text.ts';

type Change = { [Key in keyof TableSearch]: TableSearch[Key] | undefined };

/** Search, sort and page of a page's only table, kept in the address. @param usualSort is omitted from the address */
export function useTableUrl(usualSort: Sort) {
  const url = readTableSearch(useSearch({ strict: false }), usualSort);
  const router = useRouter();
  const navigate = useNavigate();
  const { pathname } = router.latestLocation;
  /** @param replace adds no history entry: for typing, unlike sorting and paging */
  const change = (part: Change, replace = false) => {
    // The address is updated after a pause; the user may have left the page by then.
    if (router.latestLocation.pathname !== pathname) return;
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => {
        const { q: _q, sort: _sort, page: _page, ...rest } = before;
        return { ...rest, ...readTableSearch({ ...before, ...part }, usualSort) };
      },
      replace,
      resetScroll: false,
    });
  };
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => change({ q, page: undefined }, true));
  return {
    search,
    setSearch,
    /** Writes the text to the address immediately, so that Back restores it. */
    commitSearch: () => {
      if (search.trim() !== (url.q ?? '')) change({ q: search.trim(), page: undefined }, true);
    },
    sort: parseSort(url.sort, usualSort),
    setSort: (sort: Sort) => change({ sort: formatSort(sort), page: undefined }),
    // While the address lags behind the typing, its page number belongs to the previous text.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
    setPage: (page: number) => change({ page }),
  };
}
