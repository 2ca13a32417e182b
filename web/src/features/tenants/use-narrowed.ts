import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { useMemo } from 'react';
import { narrowTenants, prepareList } from './list-narrowing.ts';
import { sortTenants } from './list-rows.ts';
import type { ListState } from './use-list-state.ts';
import { useToday } from './use-today.ts';

const NO_ROWS = [] as const;

/** The rows that the state of the list leaves, in its order; everything is worked out once as long as nothing changes. */
export function useNarrowed(state: ListState, rows: readonly TenantRow[] = NO_ROWS) {
  const { filter, showInactive, environment, sort, search } = state;
  const today = useToday();
  const list = useMemo(() => prepareList(rows, today), [rows, today]);
  const sorted = useMemo(() => sortTenants(list.tenants, sort), [list, sort]);
  // Together with the box that is typed in: to defer the rows would cost them a frame, and takes longer than finding them.
  const narrowed = useMemo(
    () => narrowTenants(list, { search, showInactive, filter, environment }, sorted),
    [list, sorted, search, showInactive, filter, environment],
  );
  return { facets: list.facets, narrowed };
}
