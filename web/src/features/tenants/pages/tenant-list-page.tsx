import { mdiFilterOffOutline, mdiRefresh } from '@mdi/js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { listedTenants, narrowTenants, sortTenants, type ListedTenant } from '../list-rows.ts';
import { QueryError } from '../parts/query-error.tsx';
import { tenantColumns } from '../parts/tenant-columns.tsx';
import { clearTenantCache, tenantsQuery } from '../queries.ts';
import { useListState } from '../use-list-state.ts';
import { useToday } from '../use-today.ts';

/** All tenants: search, sort, pages, and the way to each. */
export function TenantListPage() {
  const state = useListState();
  const today = useToday();
  const { data, error, isFetching, refetch } = useQuery(tenantsQuery);
  const all = useMemo(() => listedTenants(data?.tenants ?? [], today), [data, today]);
  const { column, direction } = state.sort;
  const sorted = useMemo(() => sortTenants(all, { column, direction }), [all, column, direction]);
  // The box answers every key at once; the table may follow a moment later.
  const search = useDeferredValue(state.search);
  const { rows, filtered } = useMemo(
    () => narrowTenants(sorted, { search, showInactive: state.showInactive }),
    [sorted, search, state.showInactive],
  );
  const refresh = useRefresh();
  const navigate = useNavigate();
  const open = ({ row }: ListedTenant) => void navigate({ to: '/tenant/$id', params: { id: String(row._id) } });
  return (
    <PageFrame
      title="Tenants"
      count={data?.tenants.length}
      gap={12}
      inlineActions
      actions={
        <ActionButton icon={mdiRefresh} iconOnNarrow pending={refresh.isPending} onClick={() => refresh.mutate()}>
          Refresh
        </ActionButton>
      }
    >
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search tenants" value={state.search} onChange={state.setSearch} />
        <div style={{ marginLeft: 'auto' }}>
          <LabelledSwitch label="Show inactive" checked={state.showInactive} onChange={state.setShowInactive} />
        </div>
      </Toolbar>
      <DataTable
        label="Tenants"
        columns={tenantColumns}
        rows={rows}
        getRowId={rowId}
        sort={state.sort}
        onSort={state.setSort}
        page={state.page}
        onPage={state.setPage}
        onRowOpen={open}
        dense
        loading={data === undefined && error === null}
        error={
          error && data === undefined ? (
            <QueryError
              title="The tenant list could not be read"
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null
        }
        empty={<NothingFound filtered={filtered} search={search} onClear={() => state.setSearch('')} />}
      />
    </PageFrame>
  );
}

const rowId = ({ row }: ListedTenant) => String(row._id);

/** Clears the server's cache, then reads the list again [TLS-41]. */
function useRefresh() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await clearTenantCache();
      await client.invalidateQueries({ queryKey: tenantsQuery.queryKey });
    },
    onError: (error) => toastError(error),
  });
}

function NothingFound({ filtered, search, onClear }: { filtered: number; search: string; onClear: () => void }) {
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${filtered} items filtered)`}
      actions={search.trim() === '' ? null : <ActionButton onClick={onClear}>Clear search</ActionButton>}
    >
      {search.trim() === '' ? null : `Nothing matches “${search.trim()}”.`}
    </StatePanel>
  );
}
