import { mdiPlaylistEdit } from '@mdi/js';
import { startBulk } from '@mission-control/contract/bulk/calls';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../../../lib/lazy-part.ts';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { LabelledSwitch } from '../../../../ui/field/switch.tsx';
import { SearchField } from '../../../../ui/field/search-field.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { ReadError, type ReadErrorProps } from '../../../../ui/layout/read-error.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { choiceCount } from '@mission-control/contract/tenants/groups';
import { numberText } from '@mission-control/contract/numbers';
import { choiceInAddress, tenantListSearch } from '../../list/list-search.ts';
import { useListColumns, type ListColumns } from '../../list/use-list-columns.ts';
import { hasAttentionColumn, useTenantRows } from '../../list/use-tenant-rows.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { ShownAttention } from '../../../attention/public.tsx';
import { ViewsMenu } from '../../../views/public.tsx';
import { AppliedFilters, AttentionButton } from './applied-filters.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterButton } from './filter-button.tsx';
import { columnsWithAttention, tenantColumns } from './tenant-columns.tsx';
import { TenantTable } from './tenant-table.tsx';

/** Links to a bulk change of all listed tenants; the address carries the filter. */
function ChangeMany({ state, count, loading }: Pick<ListToolbarProps, 'state' | 'count' | 'loading'>) {
  const navigate = useNavigate();
  const refusal = useRoleRefusal(startBulk, 'change many tenants');
  const nothing = loading || count === 0 ? 'No tenants are listed' : null;
  const { filter, showInactive, environment, reports, uses, attention, search } = state;
  const chosen = {
    ...choiceInAddress({ filter, showInactive }),
    environment,
    reports,
    uses,
    attention,
    q: search.trim() || undefined,
  };
  return (
    <ActionButton
      icon={mdiPlaylistEdit}
      iconOnNarrow
      disabledReason={refusal ?? nothing}
      onClick={() => void navigate({ to: '/bulk/new', search: tenantListSearch(chosen) })}
    >
      {nothing !== null
        ? 'Change these tenants'
        : count === 1
          ? 'Change this tenant'
          : `Change these ${numberText(count)} tenants`}
    </ActionButton>
  );
}

const PastNote = lazyPart(() => import('./past-note.tsx').then((module) => module.PastNote));
const PastError = lazyPart(() => import('./past-note.tsx').then((module) => module.PastError));
const FilterPanel = lazyPart(() => import('./filter-panel.tsx').then((module) => module.FilterPanel));

const View = styled('div')({
  marginLeft: 'auto',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  // On a line of its own even before the tenants are loaded, whose numbers need the space beside the filters.
  '@media (min-width:701px) and (max-width:1500px)': { flexBasis: '100%', justifyContent: 'flex-end' },
});

interface ListToolbarProps {
  state: ListState;
  /** Rows hidden by filters. */
  hidden: number;
  /** Tenants that need attention; undefined until loaded. */
  needing: number | undefined;
  columns: ListColumns;
  /** Listed tenants. */
  count: number;
  loading: boolean;
}

function ListToolbar({ state, hidden, needing, columns, count, loading }: ListToolbarProps) {
  const { actions, filter, environment, reports, uses, attention } = state;
  return (
    <Toolbar onBlur={state.commitSearch}>
      <SearchField label="Search tenants" value={state.search} onChange={state.setSearch} />
      <FilterButton
        open={state.panelOpen}
        count={choiceCount(filter) + [environment, reports, uses].filter((one) => one !== undefined).length}
        onOpen={actions.setPanelOpen}
      />
      {state.at ? null : <AttentionButton choice={attention} needing={needing} onChoose={actions.setAttention} />}
      <AppliedFilters
        filter={filter}
        attention={attention}
        environment={environment}
        reports={reports}
        uses={uses}
        hidden={hidden}
        actions={actions}
      />
      <View>
        <LabelledSwitch label="Show inactive" checked={state.showInactive} onChange={actions.setShowInactive} />
        <ViewsMenu page="tenants" also={columns.text === undefined ? undefined : { columns: columns.text }} />
        <ColumnsMenu columns={columns} />
        {state.at ? null : <ChangeMany state={state} count={count} loading={loading} />}
      </View>
    </Toolbar>
  );
}

/** A failed read of the list. @param onTime chooses another time, for a list of the past */
function ListError({ onTime, ...read }: Omit<ReadErrorProps, 'title'> & { onTime: ((at: string) => void) | null }) {
  const title = 'The tenant list could not be loaded';
  if (onTime === null) return <ReadError title={title} {...read} />;
  return (
    <Suspense fallback={null}>
      <PastError title={title} {...read} onTime={onTime} />
    </Suspense>
  );
}

/** Tenants that are not deleted: search, filter, sort, pages, and links. */
export function TenantList({ state }: { state: ListState }) {
  const { actions, filter, environment, reports, uses, attention } = state;
  const { firstPage, facets, narrowed, shown, loading, failed, sinceThen } = useTenantRows(state);
  const columns = useListColumns(
    hasAttentionColumn(state) ? columnsWithAttention : tenantColumns,
    state.columns,
    actions.setColumns,
  );
  return (
    <ShownAttention value={shown.reasons}>
      {state.at ? (
        <Suspense fallback={null}>
          <PastNote state={state} since={sinceThen} error={failed?.error ?? null} />
        </Suspense>
      ) : null}
      <ListToolbar
        state={state}
        hidden={narrowed.hidden}
        needing={shown.needing}
        columns={columns}
        count={narrowed.rows.length}
        loading={loading}
      />
      {state.panelOpen ? (
        <Suspense fallback={null}>
          <FilterPanel facets={facets()} counts={narrowed.counts()} filter={filter} onFilter={actions.setFilter} />
        </Suspense>
      ) : null}
      <TenantTable
        columns={columns.columns}
        onResize={columns.resize}
        narrowed={narrowed}
        firstPage={firstPage}
        search={state.search}
        filter={filter}
        environment={environment}
        reports={reports}
        uses={uses}
        attention={attention}
        showInactive={state.showInactive}
        sort={state.sort}
        page={state.page}
        actions={actions}
        onClearSearch={state.clearSearch}
        loading={loading}
        error={
          failed?.error ? (
            <ListError
              error={failed.error}
              retrying={failed.isFetching}
              onRetry={() => void failed.refetch()}
              onTime={state.at ? actions.setAt : null}
            />
          ) : null
        }
      />
    </ShownAttention>
  );
}
