import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTableUrl } from '../../lib/use-table-url.ts';
import { BY_NAME, databaseSearch } from './database-search.ts';

/** Search, sort, page and open panel of the databases, kept in the address. */
export function useDatabaseList() {
  const table = useTableUrl(BY_NAME);
  const { database } = databaseSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    ...table,
    /** Id of the server whose panel is open. */
    open: database ?? null,
    setOpen: (id: number | null) =>
      void navigate({
        to: '/database',
        search: (before) => databaseSearch({ ...before, database: id ?? undefined }),
        replace: true,
        resetScroll: false,
      }),
  };
}
