import { mdiServerOff } from '@mdi/js';
import { type EnvironmentDetailRow, listEnvironments } from '@mission-control/contract/environments/calls';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BY_NAME, findRows } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { environmentColumns, searchedTexts } from '../parts/environment-columns.tsx';

/** All environments, each with a link to its tenants. */
export function EnvironmentListPage() {
  const state = useTableUrl(BY_NAME);
  const { data, error, isFetching, refetch } = useQuery(queryOf(listEnvironments, {}));
  const all = data?.environments ?? [];
  const navigate = useNavigate();
  const open = (row: EnvironmentDetailRow) => void navigate({ to: '/tenant', search: { environment: row._id } });
  return (
    <PageFrame title="Environment" count={data?.environments.length} gap={12}>
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search environments" value={state.search} onChange={state.setSearch} />
      </Toolbar>
      <DataTable
        label="Environments"
        columns={environmentColumns}
        rows={findRows(all, state.search, searchedTexts)}
        getRowId={rowId}
        sort={state.sort}
        onSort={state.setSort}
        page={state.page}
        onPage={state.setPage}
        onRowOpen={open}
        loading={data === undefined && error === null}
        error={
          error && data === undefined ? (
            <ReadError
              title="The environments could not be read"
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null
        }
        empty={<NothingFound all={all.length} search={state.search} onClear={() => state.setSearch('')} />}
      />
    </PageFrame>
  );
}

const rowId = (row: EnvironmentDetailRow) => String(row._id);

function NothingFound({ all, search, onClear }: { all: number; search: string; onClear: () => void }) {
  if (all === 0) {
    return (
      <StatePanel icon={mdiServerOff} title="No environments.">
        Environments come with the inventory of the platform.
      </StatePanel>
    );
  }
  return <NoneFound all={all} search={search} onClear={onClear} />;
}
