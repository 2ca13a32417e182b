import { mdiDatabaseOffOutline } from '@mdi/js';
import { findService } from '@mission-control/contract/catalogue';
import { type DatabaseRow, listDatabases } from '@mission-control/contract/databases/calls';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BY_NAME, findRows } from '../../../lib/address/table-search.ts';
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
import { databaseSearch } from '../database-search.ts';
import { DatabaseCards } from '../parts/database-cards.tsx';
import { databaseColumns } from '../parts/database-columns.tsx';
import { DatabasePanel } from '../parts/database-panel.tsx';

/** Table state and open panel, kept in the address. */
function useDatabaseList() {
  const table = useTableUrl(BY_NAME);
  const { database } = databaseSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    ...table,
    openId: database,
    setOpen: (id: number | undefined) =>
      void navigate({
        to: '/database',
        search: (before) => databaseSearch({ ...before, database: id }),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** Loading placeholders on narrow screens, in px. */
const CARD_HEIGHT = 145;
/** A sparkline with its padding, in px. */
const ROW_HEIGHT = 53;
const rowId = (row: DatabaseRow) => String(row.id);

/** Texts of a server that the search matches [DB-01]. */
const searchedTexts = ({ name, notes, identifier, endpoint, region, service }: DatabaseRow) => [
  name,
  notes,
  identifier,
  endpoint,
  region,
  findService(service)?.displayName ?? service,
];

/** The database servers with their load and tenants. */
export function DatabaseListPage() {
  const state = useDatabaseList();
  const { data, error, isFetching, refetch } = useQuery(queryOf(listDatabases, { query: {} }));
  const all = data?.databases ?? [];
  const found = findRows(all, state.search, searchedTexts);
  const since = data?.activity_from ?? '';
  const router = useRouter();
  const { searchStr } = router.latestLocation;
  const { from, hrefOf, columns } = useMemo(() => placesOf(since, searchStr), [since, searchStr]);
  const isNarrow = useMediaQuery('(max-width:700px)');
  const loading = data === undefined && error === null;
  const open = all.find((row) => row.id === state.openId);
  const pages = { sort: state.sort, page: state.page, onPage: state.setPage };
  return (
    <PageFrame title="Databases" count={data?.databases.length} gap={12}>
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search databases" value={state.search} onChange={state.setSearch} />
      </Toolbar>
      {isNarrow && loading ? (
        <LoadingPanel label="Databases" rows={5} rowHeight={CARD_HEIGHT} />
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
      {open ? <DatabasePanel row={open} from={from} onClose={() => state.setOpen(undefined)} /> : null}
    </PageFrame>
  );
}

/** @param since ISO start of the first span @param search query of the address, kept by links to panels */
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
