import { listTenantsByReport } from '@mission-control/contract/dashboard/calls';
import type { ReportState } from '@mission-control/contract/dashboard/rules';
import { listTenantsAsOf } from '@mission-control/contract/tenants/calls';
import { listFleetItemTenants } from '@mission-control/contract/fleet/calls';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isTransient, retryIntervalAfterFailure, queryOf } from '../../../lib/api/query.ts';
import { useToday } from '../../../lib/tenant/use-today.ts';
import { useAttention, useAttentionOf, type AttentionByTenant } from '../../attention/public.tsx';
import { pageWindow } from '../../../ui/table/table-rows.ts';
import { tenantsQuery, firstTenantsQuery } from '../queries-list.ts';
import { keepTenants, narrowTenants, prepareList } from './list-narrowing.ts';
import { changesSince } from './changes-since.ts';
import { sortTenants, type ListedTenant } from './list-rows.ts';
import { itemOfUses, USUAL_SORT } from './list-search.ts';
import type { ListState } from './use-list-state.ts';

/** What determines the rows of the list. */
export type RowsState = Pick<
  ListState,
  'search' | 'showInactive' | 'filter' | 'environment' | 'reports' | 'uses' | 'attention' | 'sort' | 'page'
> & {
  at?: string | undefined;
  differs?: boolean;
};

const PAGE = 10;
const NONE: readonly ListedTenant[] = [];

/**
 * The first page of the list as soon as its rows have arrived, long before the rest; empty until it is full, and for any sort but the
 * response's own, where the first rows are not known yet.
 */
function useFirstPage(state: RowsState) {
  const { search, showInactive, filter, environment, reports, uses, attention, sort, page } = state;
  const { data } = useQuery(firstTenantsQuery);
  const today = useToday();
  const { column, direction } = USUAL_SORT.tenants;
  const known =
    !state.at && page === 1 && sort.column === column && sort.direction === direction && !reports && !uses && !attention
      ? data?.tenants
      : undefined;
  return useMemo(() => {
    if (known === undefined) return NONE;
    const list = prepareList(known, today);
    const kept = keepTenants(list, { showInactive, environment, only: undefined });
    const { rows } = narrowTenants(list, { search, filter, kept });
    return rows.length < PAGE ? NONE : rows.slice(0, PAGE);
  }, [known, today, search, showInactive, filter, environment]);
}

const NO_ROWS = [] as const;

/** Rows that match the list's state, in its order; memoized. */
function useNarrowed(
  state: RowsState & { only: ReadonlySet<number> | undefined; reasons: AttentionByTenant },
  rows: readonly TenantRow[] = NO_ROWS,
) {
  const { filter, environment, only, sort, search, reasons } = state;
  // The numbers that link here count inactive tenants too, and must open exactly the tenants that they count.
  const showInactive = state.showInactive || state.attention !== undefined;
  const today = useToday();
  const list = useMemo(() => prepareList(rows, today, reasons), [rows, today, reasons]);
  const sorted = useMemo(() => sortTenants(list.tenants, sort), [list, sort]);
  const kept = useMemo(
    () => keepTenants(list, { showInactive, environment, only }),
    [list, showInactive, environment, only],
  );
  // Not deferred: deferring the rows costs a frame, more than filtering them.
  const narrowed = useMemo(
    () => narrowTenants(list, { search, filter, kept }, sorted),
    [list, sorted, search, filter, kept],
  );
  return { facets: list.facets, narrowed };
}

/** The rows, those known before all have arrived, and the error of a failed read. */
export function useTenantRows(state: RowsState) {
  const firstPage = useFirstPage(state);
  const current = useQuery({
    ...tenantsQuery,
    refetchInterval: (query) =>
      retryIntervalAfterFailure(query, query.state.data !== undefined || firstPage.length > 0),
  });
  const past = usePast(state, current.data?.tenants);
  const list = past.read ?? current;
  const { data, error } = list;
  // Rows stay visible while the list refetches.
  const mayArrive = error === null || (firstPage.length > 0 && isTransient(error));
  const attention = useAttention(state.attention, hasAttentionColumn(state));
  const reported = useReported(state.reports);
  const users = useUsers(state.uses);
  const only = useBoth(useBoth(reported.only, users.only), useBoth(attention.only, past.only));
  const reasons = past.read ? NO_REASONS : attention.byTenant;
  const { facets, narrowed } = useNarrowed({ ...state, only, reasons }, data?.tenants);
  const missing = [reported, users, attention].filter((choice) => choice.missing);
  const failed = [...(data === undefined && !mayArrive ? [list] : []), ...missing.map(({ read }) => read)].find(
    (read) => read.error !== null,
  );
  const loading = (data === undefined && mayArrive) || (missing.length > 0 && failed === undefined);
  const shown = useShown(state, loading ? firstPage : narrowed.rows, loading && firstPage.length === 0);
  return { firstPage, facets, narrowed, shown, loading, failed, sinceThen: past.since };
}

/** Whether the list has the attention column, which needs the reasons of all tenants. */
export const hasAttentionColumn = ({ attention, sort }: Pick<RowsState, 'attention' | 'sort'>): boolean =>
  attention !== undefined || sort.column === 'attention';

/** Why tenants on this page need attention; nothing is known for an earlier time. */
function useShown({ at, page }: RowsState, rows: readonly ListedTenant[], unknown: boolean) {
  const { from, to } = pageWindow(rows.length, page, PAGE);
  const { byTenant, needing } = useAttentionOf(
    unknown || at !== undefined ? null : rows.slice(from, to).map(({ row }) => row._id),
  );
  return { needing, reasons: at === undefined ? byTenant : NO_REASONS };
}

const NO_REASONS: AttentionByTenant = new Map();

/** The list at an earlier time, and what differs now; `read` is null for the list as it is. */
function usePast({ at, differs }: RowsState, current: readonly TenantRow[] | undefined) {
  const read = useQuery({
    ...queryOf(listTenantsAsOf, { query: { at: at ?? '' } }),
    enabled: at !== undefined,
    staleTime: Infinity,
  });
  const then = at === undefined ? undefined : read.data?.tenants;
  const since = useMemo(() => then && current && changesSince(then, current), [then, current]);
  return { read: at === undefined ? null : read, since, only: differs ? since?.ids : undefined };
}

const REFETCH_MS = 60_000;

/** Tenants counted by a dashboard number, or all. Reports also become stale with time. */
function useReported(reports: ReportState | undefined) {
  const read = useQuery({
    ...queryOf(listTenantsByReport, { query: { reports: reports ?? 'meant' } }),
    enabled: reports !== undefined,
    refetchInterval: REFETCH_MS,
  });
  return { ...useIds(reports, read.data?.data), read };
}

/** Tenants that use an item of the fleet, or all. */
function useUsers(uses: string | undefined) {
  const read = useQuery({
    ...queryOf(listFleetItemTenants, { params: itemOfUses(uses ?? '') }),
    enabled: uses !== undefined,
  });
  return { ...useIds(uses, read.data?.ids), read };
}

/** The tenants of a choice: undefined without one, and while they are missing. */
function useIds(choice: string | undefined, ids: readonly number[] | undefined) {
  const only = useMemo(() => (choice !== undefined && ids ? new Set(ids) : undefined), [choice, ids]);
  return { only, missing: choice !== undefined && ids === undefined };
}

const useBoth = (one: ReadonlySet<number> | undefined, other: ReadonlySet<number> | undefined) =>
  useMemo(() => (one && other ? new Set([...one].filter((id) => other.has(id))) : (one ?? other)), [one, other]);
