import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { narrowTenants, prepareList } from './list-narrowing.ts';
import type { ListedTenant } from './list-rows.ts';
import { USUAL_SORT } from './list-search.ts';
import { firstTenantsQuery } from './queries-list.ts';
import type { ListState } from './use-list-state.ts';
import { useToday } from './use-today.ts';

const PAGE = 10;
const NONE: readonly ListedTenant[] = [];

/**
 * The first page of the list as soon as its rows have come, long before all of them; empty until it is full, and in any other order
 * than the answer's, where nobody knows yet which rows come first.
 */
export function useFirstPage({ search, showInactive, filter, environment, sort, page }: ListState) {
  const { data } = useQuery(firstTenantsQuery);
  const today = useToday();
  const { column, direction } = USUAL_SORT.tenants;
  const known = page === 1 && sort.column === column && sort.direction === direction ? data?.tenants : undefined;
  return useMemo(() => {
    if (known === undefined) return NONE;
    const { rows } = narrowTenants(prepareList(known, today), { search, showInactive, filter, environment });
    return rows.length < PAGE ? NONE : rows.slice(0, PAGE);
  }, [known, today, search, showInactive, filter, environment]);
}
