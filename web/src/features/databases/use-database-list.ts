import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { formatSort, parseSort } from '../../lib/table-search.ts';
import { useUrlText } from '../../lib/use-url-text.ts';
import type { Sort } from '../../ui/table-rows.ts';
import { BY_NAME, databaseSearch, type DatabaseSearch } from './database-search.ts';

type Change = { [Key in keyof DatabaseSearch]: DatabaseSearch[Key] | undefined };

/** Search, sort, page and open panel of the databases, kept in the address. */
export function useDatabaseList() {
  const url = databaseSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const change = (part: Change) =>
    void navigate({
      to: '/database',
      search: (before) => databaseSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause; the person may be on another page by then.
    if (router.latestLocation.pathname === '/database') change({ q, page: undefined });
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
    /** Id of the server whose panel is open. */
    open: url.database ?? null,
    setOpen: (database: number | null) => change({ database: database ?? undefined }),
  };
}
