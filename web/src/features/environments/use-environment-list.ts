import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { formatSort, parseSort, type TableSearch } from '../../lib/table-search.ts';
import { useUrlText } from '../../lib/use-url-text.ts';
import type { Sort } from '../../ui/table-rows.ts';
import { BY_NAME, environmentSearch } from './environment-search.ts';

type Change = { [Key in keyof TableSearch]: TableSearch[Key] | undefined };

/** Search, sort and page of the environments, kept in the address. */
export function useEnvironmentList() {
  const url = environmentSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const change = (part: Change) =>
    void navigate({
      to: '/environment',
      search: (before) => environmentSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause; the person may be on another page by then.
    if (router.latestLocation.pathname === '/environment') change({ q, page: undefined });
  });
  return {
    search,
    setSearch,
    /** Writes the text to the address without the pause, so that Back finds it again. */
    keepSearch: () => {
      if (search.trim() !== (url.q ?? '')) change({ q: search.trim(), page: undefined });
    },
    sort: parseSort(url.sort, BY_NAME),
    setSort: (sort: Sort) => change({ sort: formatSort(sort), page: undefined }),
    // While the address lags behind the typing, its page belongs to the text before.
    page: search.trim() === (url.q ?? '') ? (url.page ?? 1) : 1,
    setPage: (page: number) => change({ page }),
  };
}
