import { mdiDatabaseOffOutline } from '@mdi/js';
import { type DatabaseRow, listDatabases } from '@mission-control/contract/databases/calls';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useMediaQuery } from '../../../ui/theme/media-query.ts';
import { findDatabases, BY_NAME, databaseSearch } from '../database-search.ts';
import { DatabaseCards } from '../parts/database-cards.tsx';
import { databaseColumns } from '../parts/database-columns.tsx';
import { DatabasePanel } from '../parts/database-panel.tsx';

/** Search, sort, page and open panel of the databases, kept in the address. */
function useDatabaseList() {
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

/** Cards on a phone before the answer, and how high each is, in px. */
const PLACES = 5;
const CARD_HEIGHT = 145;
const rowId = (row: DatabaseRow) => String(row.id);

/** The database servers: how busy they are, and who lives on them. */
export function DatabaseListPage() {
  const state = useDatabaseList();
  const { data, error, isFetching, refetch } = useQuery(queryOf(listDatabases, { query: {} }));
  const all = data?.databases ?? [];
  const found = findDatabases(all, state.search);
  const since = data?.activity_from ?? '';
  const router = useRouter();
  const { searchStr } = router.latestLocation;
  const { from, hrefOf, columns } = useMemo(() => placesOf(since, searchStr), [since, searchStr]);
  const isNarrow = useMediaQuery('(max-width:700px)');
  const loading = data === undefined && error === null;
  const open = all.find((row) => row.id === state.open);
  const pages = { sort: state.sort, page: state.page, onPage: state.setPage };
  return (
    <PageFrame title="Databases" count={data?.databases.length} gap={12}>
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search databases" value={state.search} onChange={state.setSearch} />
      </Toolbar>
      {isNarrow && loading ? (
        <LoadingPanel label="Databases" rows={PLACES} rowHeight={CARD_HEIGHT} />
      ) : isNarrow && found.length > 0 ? (
        <DatabaseCards {...pages} rows={found} columns={columns} from={from} hrefOf={hrefOf} />
      ) : (
        <DataTable
          {...pages}
          label="Databases"
          columns={columns}
          rows={found}
          getRowId={rowId}
          alwaysPaged
          onSort={state.setSort}
          onRowOpen={(row) => state.setOpen(row.id)}
          selectedId={open ? rowId(open) : null}
          loading={loading}
          rowHeight={ROW_HEIGHT}
          error={
            error && data === undefined ? (
              <ReadError
                title="The databases could not be read"
                error={error}
                retrying={isFetching}
                onRetry={() => void refetch()}
              />
            ) : null
          }
          empty={<NothingFound all={all.length} search={state.search} onClear={() => state.setSearch('')} />}
        />
      )}
      {open ? <DatabasePanel row={open} from={from} onClose={() => state.setOpen(null)} /> : null}
    </PageFrame>
  );
}

/** Of a sparkline with its room above and below. */
const ROW_HEIGHT = 53;

/** @param since when the first span begins (ISO); @param search the address's own, which a link to a panel keeps */
function placesOf(since: string, search: string) {
  const from = new Date(since === '' ? 0 : since);
  const hrefOf = (id: number) => {
    const query = new URLSearchParams(search);
    query.set('database', String(id));
    return `/database?${query}`;
  };
  return { from, hrefOf, columns: databaseColumns(from, hrefOf) };
}

function NothingFound({ all, search, onClear }: { all: number; search: string; onClear: () => void }) {
  if (all === 0) {
    return (
      <StatePanel icon={mdiDatabaseOffOutline} title="No databases.">
        Database servers come with the inventory of the platform.
      </StatePanel>
    );
  }
  return <NoneFound all={all} search={search} onClear={onClear} />;
}
