import { listDeletedTenants } from '@mission-control/contract/tenants/calls';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../../lib/api/query.ts';
import { QueryTable } from '../../../../lib/query/query-table.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { deletedColumns } from './deleted-columns.tsx';

/** Deleted tenants that can still be restored, most recently deleted first. */
export function DeletedTenants({ state }: { state: ListState }) {
  return (
    <QueryTable
      label="Deleted tenants"
      query={useQuery(queryOf(listDeletedTenants, {}))}
      rows={({ tenants }) => tenants}
      columns={deletedColumns}
      getRowId={rowId}
      state={{ ...state, setSort: state.actions.setSort, setPage: state.actions.setPage }}
      search={{ label: 'Search deleted tenants', textOf: textOfDeleted }}
      errorTitle="The deleted tenants could not be loaded"
      empty={
        <StatePanel title="No deleted tenants">
          A tenant that is deleted stays here for 30 days, and can be brought back with everything it had.
        </StatePanel>
      }
    />
  );
}

const rowId = (row: DeletedTenant) => String(row._id);

/** Text that the search finds a deleted tenant by: name, account, region and user. */
const textOfDeleted = ({ tenant_name: name, account_name: account, region, deleted_by: by }: DeletedTenant) => [
  name,
  account,
  region,
  by,
];
