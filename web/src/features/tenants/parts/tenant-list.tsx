import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { isPassing, rereadAfterFailure } from '../../../lib/query.ts';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { choiceCount } from '../list-groups.ts';
import { tenantsQuery } from '../queries-list.ts';
import { useFirstPage } from '../use-first-page.ts';
import type { ListState } from '../use-list-state.ts';
import { useListColumns } from '../use-list-columns.ts';
import { useNarrowed } from '../use-narrowed.ts';
import { AppliedFilters } from './applied-filters.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterButton } from './filter-button.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { tenantColumns } from './tenant-columns.tsx';
import { TenantTable } from './tenant-table.tsx';
import { lazyPart } from '../../../lib/lazy-part.ts';

const FilterPanel = lazyPart(() => import('./filter-panel.tsx').then((module) => module.FilterPanel));

/** The tenants that are not deleted: search, filter, sort, pages, and the way to each. */
export function TenantList({ state }: { state: ListState }) {
  const { actions, filter, environment } = state;
  const firstPage = useFirstPage(state);
  const { data, error, isFetching, refetch } = useQuery({
    ...tenantsQuery,
    refetchInterval: (query) => rereadAfterFailure(query, query.state.data !== undefined || firstPage.length > 0),
  });
  // Rows that are shown stay while the list is read again by itself.
  const comes = error === null || (firstPage.length > 0 && isPassing(error));
  const columns = useListColumns(tenantColumns);
  const { facets, narrowed } = useNarrowed(state, data?.tenants);
  return (
    <>
      <Toolbar onBlur={state.keepSearch}>
        <SearchField label="Search tenants" value={state.search} onChange={state.setSearch} />
        <FilterButton
          open={state.panelOpen}
          count={choiceCount(filter) + (environment === undefined ? 0 : 1)}
          onOpen={actions.setPanelOpen}
        />
        <AppliedFilters filter={filter} environment={environment} hidden={narrowed.hidden} actions={actions} />
        <div style={{ marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: 16 }}>
          <LabelledSwitch label="Show inactive" checked={state.showInactive} onChange={actions.setShowInactive} />
          <ColumnsMenu columns={columns} />
        </div>
      </Toolbar>
      {state.panelOpen ? (
        <Suspense fallback={null}>
          <FilterPanel facets={facets()} counts={narrowed.counts()} filter={filter} onFilter={actions.setFilter} />
        </Suspense>
      ) : null}
      <TenantTable
        columns={columns.columns}
        narrowed={narrowed}
        firstPage={firstPage}
        search={state.search}
        filter={filter}
        environment={environment}
        showInactive={state.showInactive}
        sort={state.sort}
        page={state.page}
        actions={actions}
        onClearSearch={state.clearSearch}
        loading={data === undefined && comes}
        error={
          error && data === undefined && !comes ? (
            <ReadError
              title="The tenant list could not be read"
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null
        }
      />
    </>
  );
}
