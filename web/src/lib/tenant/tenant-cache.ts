import { getTenant, listTenants } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { QueryClient } from '@tanstack/react-query';
import { queryOf } from '../api/query.ts';

/** The version the user sees, so that the server can reject a stale change. */
export function tenantVersion(client: QueryClient, id: number): { version?: number } {
  const version = client.getQueryData(queryOf(getTenant, { params: { id } }).queryKey)?.tenant.version;
  return version === undefined ? {} : { version };
}

/** Caches the tenant of a response unless a newer version is cached. */
export function cacheTenant(client: QueryClient, tenant: TenantDetail): void {
  client.setQueryData(queryOf(getTenant, { params: { id: tenant._id } }).queryKey, (kept) =>
    kept && kept.tenant.version > tenant.version ? kept : { tenant },
  );
}

/** Marks the list of tenants as stale; it is read again when it is next shown. */
export const expireTenantList = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: queryOf(listTenants, { query: {} }).queryKey, refetchType: 'none' });
