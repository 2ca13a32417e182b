import { listDeletedTenants } from '@mission-control/contract/tenants/calls';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../../lib/api/query.ts';
import { SearchField } from '../../../../ui/field/search-field.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { ReadError } from '../../../../ui/layout/read-error.tsx';
import { NoneFound, StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { findDeleted } from '../../list/list-deleted.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { deletedColumns } from './deleted-columns.tsx';

/** Deleted tenants still kept, the last deleted first, each restorable. */
export function DeletedTenants({ state }: { state: ListState }) {
  const { data, error, isFetching, refetch } = useQuery(queryOf(listDeletedTenants, {}));
  const all = data?.tenants ?? [];
  return (
    <>
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search deleted tenants" value={state.search} onChange={state.setSearch} />
      </Toolbar>
      <DataTable
        label="Deleted tenants"
        columns={deletedColumns}
        rows={findDeleted(all, state.search)}
        getRowId={rowId}
        sort={state.sort}
        onSort={state.actions.setSort}
        page={state.page}
        onPage={state.actions.setPage}
        loading={data === undefined && error === null}
        error={
          error && data === undefined ? (
            <ReadError
              title="The deleted tenants could not be read"
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null
        }
        empty={<NothingDeleted all={all.length} search={state.search} onClear={state.clearSearch} />}
      />
    </>
  );
}

const rowId = (row: DeletedTenant) => String(row._id);

function NothingDeleted({ all, search, onClear }: { all: number; search: string; onClear: () => void }) {
  if (all === 0) {
    return (
      <StatePanel title="No deleted tenants.">
        A tenant that is deleted stays here for 30 days, and can be brought back with everything it had.
      </StatePanel>
    );
  }
  return <NoneFound all={all} search={search} onClear={onClear} />;
}
