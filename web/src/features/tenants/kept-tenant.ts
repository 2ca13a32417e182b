import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { QueryClient } from '@tanstack/react-query';
import { tenantQuery } from './queries.ts';

/** The version that the person has before them, for a change to be refused when there is a newer one. */
export function tenantVersion(client: QueryClient, id: number): { version?: number } {
  const version = client.getQueryData(tenantQuery(id).queryKey)?.tenant.version;
  return version === undefined ? {} : { version };
}

/** Shows the tenant of an answer, unless a newer one has been read meanwhile. */
export function keepTenant(client: QueryClient, tenant: TenantDetail): void {
  client.setQueryData(tenantQuery(tenant._id).queryKey, (kept) =>
    kept && kept.tenant.version > tenant.version ? kept : { tenant },
  );
}
