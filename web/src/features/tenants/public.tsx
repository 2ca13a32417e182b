import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { useMemo } from 'react';
import { effectiveChoice, tenantListSearch, USUAL_SORT, type TenantListSearch } from './list/list-search.ts';
import { useTenantRows } from './list/use-tenant-rows.ts';

export { choiceLabel, FILTER_GROUPS } from '@mission-control/contract/tenants/groups';
export { patchEffect } from './patch-effect.ts';
export { useTenantPatch } from './use-tenant-patch.ts';
export { tenantListSearch, type TenantListSearch } from './list/list-search.ts';

/** The tenants that the list shows at this address, by name. */
export function useListedTenants(search: TenantListSearch) {
  const text = JSON.stringify(search);
  const state = useMemo(() => {
    const url = tenantListSearch(JSON.parse(text) as Record<string, unknown>);
    const { environment, reports, uses, attention, q = '' } = url;
    return {
      ...effectiveChoice(url, null),
      environment,
      reports,
      uses,
      attention,
      search: q,
      sort: USUAL_SORT.tenants,
      page: 1,
    };
  }, [text]);
  const { narrowed, loading, failed } = useTenantRows(state);
  const tenants = useMemo((): readonly TenantRow[] => narrowed.rows.map(({ row }) => row), [narrowed]);
  return { tenants, loading, failed };
}
