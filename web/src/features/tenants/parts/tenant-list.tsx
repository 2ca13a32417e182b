import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { DataTable } from '../../../ui/data-table.tsx';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { choiceCount } from '../list-groups.ts';
import { narrowTenants, prepareList } from '../list-narrowing.ts';
import { sortTenants, type ListedTenant } from '../list-rows.ts';
import { tenantsQuery } from '../queries.ts';
import type { ListState } from '../use-list-state.ts';
import { useToday } from '../use-today.ts';
import { AppliedFilters } from './applied-filters.tsx';
import { FilterButton } from './filter-button.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { NothingFound } from './nothing-found.tsx';
import { QueryError } from './query-error.tsx';
import { tenantColumns } from './tenant-columns.tsx';

/** The tenants that are not deleted: search, filter, sort, pages, and the way to each. */
export function TenantList({ state }: { state: ListState }) {
  const { filter, environment } = state;
  const { data, error, isFetching, refetch } = useQuery(tenantsQuery);
  const { list, narrowed, search } = useNarrowed(state, data?.tenants);
  const navigate = useNavigate();
  const open = ({ row }: ListedTenant) => void navigate({ to: '/tenant/$id', params: { id: String(row._id) } });
  return (
    <>
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search tenants" value={state.search} onChange={state.setSearch} />
        <FilterButton
          open={state.panelOpen}
          count={choiceCount(filter) + (environment === undefined ? 0 : 1)}
          onOpen={state.setPanelOpen}
        />
        <AppliedFilters
          filter={filter}
          environment={environment}
          hidden={narrowed.hidden}
          onFilter={state.setFilter}
          onRemoveEnvironment={state.removeEnvironment}
          onClear={state.clearFilter}
        />
        <div style={{ marginLeft: 'auto' }}>
          <LabelledSwitch label="Show inactive" checked={state.showInactive} onChange={state.setShowInactive} />
        </div>
      </Toolbar>
      {state.panelOpen ? (
        <FilterPanel facets={list.facets} counts={narrowed.counts} filter={filter} onFilter={state.setFilter} />
      ) : null}
      <DataTable
        label="Tenants"
        columns={tenantColumns}
        rows={narrowed.rows}
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
        empty={
          <NothingFound
            filtered={narrowed.filtered}
            search={search}
            filter={filter}
            environment={environment}
            showInactive={state.showInactive}
            onClearSearch={() => state.setSearch('')}
            onClearFilter={state.clearFilter}
            onShowInactive={() => state.setShowInactive(true)}
          />
        }
      />
    </>
  );
}

const rowId = ({ row }: ListedTenant) => String(row._id);
const NO_ROWS = [] as const;

function useNarrowed(state: ListState, rows: Parameters<typeof prepareList>[0] = NO_ROWS) {
  const { filter, showInactive, environment } = state;
  const today = useToday();
  const list = useMemo(() => prepareList(rows, today), [rows, today]);
  const { column, direction } = state.sort;
  const sorted = useMemo(() => sortTenants(list.tenants, { column, direction }), [list, column, direction]);
  // The box answers every key at once; the table may follow a moment later.
  const search = useDeferredValue(state.search);
  const narrowed = useMemo(
    () => narrowTenants(list, { search, showInactive, filter, environment }, sorted),
    [list, sorted, search, showInactive, filter, environment],
  );
  return { list, narrowed, search };
}
