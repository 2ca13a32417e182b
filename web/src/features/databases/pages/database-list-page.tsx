import { mdiDatabaseOffOutline } from '@mdi/js';
import { serviceName } from '@mission-control/contract/catalogue';
import { type DatabaseRow, listDatabases } from '@mission-control/contract/databases/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { useRowHref, useTableUrl } from '../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { databaseSearch } from '../database-search.ts';
import { DatabaseCards } from '../parts/database-cards.tsx';
import { databaseColumns } from '../parts/database-columns.tsx';
import { DatabasePanel } from '../parts/database-panel.tsx';
import { PinnedViews, ViewsMenu } from '../../views/public.tsx';

/** Table state and open panel, kept in the address. */
function useDatabaseList() {
  const table = useTableUrl(BY_NAME);
  const [{ database }, set] = useUrlState(databaseSearch);
  return {
    ...table,
    openId: database,
    setOpen: (id: number | undefined) => set({ database: id }, true),
  };
}

/** Texts of a server that the search matches [DB-01]. */
const searchedTexts = ({ name, notes, identifier, endpoint, region, service }: DatabaseRow) => [
  name,
  notes,
  identifier,
  endpoint,
  region,
  serviceName(service),
];

/** A sparkline with its padding, in px. */
const ROW_HEIGHT = 53;

/** The database servers with their load and tenants. */
export function DatabaseListPage() {
  const state = useDatabaseList();
  const query = useQuery(queryOf(listDatabases, { query: {} }));
  const since = query.data?.activity_from ?? 0;
  const hrefOf = useRowHref('database');
  const from = useMemo(() => new Date(since), [since]);
  const columns = useMemo(() => databaseColumns(from, hrefOf), [from, hrefOf]);
  const open = query.data?.databases.find((row) => row.id === state.openId);
  return (
    <PageFrame
      title="Databases"
      count={query.data?.databases.length}
      gap={12}
      inlineActions
      actions={<ViewsMenu page="databases" />}
    >
      <PinnedViews page="databases" all="All databases" />
      <QueryTable
        label="Databases"
        query={query}
        rows={({ databases }) => databases}
        columns={columns}
        getRowId={(row) => String(row.id)}
        state={state}
        search={{ label: 'Search databases', textOf: searchedTexts }}
        alwaysPaged
        onRowOpen={(row) => state.setOpen(row.id)}
        selectedId={open ? String(open.id) : null}
        rowHeight={ROW_HEIGHT}
        errorTitle="The databases could not be loaded"
        empty={
          <StatePanel icon={mdiDatabaseOffOutline} title="No databases">
            An admin can add database servers under Tools, Fleet, or with an inventory.
          </StatePanel>
        }
        cards={{
          render: (rows) => <DatabaseCards {...{ rows, columns, from, hrefOf, state }} />,
          height: 145,
          placeholders: 5,
        }}
      />
      {open ? <DatabasePanel row={open} from={from} onClose={() => state.setOpen(undefined)} /> : null}
    </PageFrame>
  );
}
