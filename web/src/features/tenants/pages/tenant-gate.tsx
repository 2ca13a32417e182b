import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useRecentTenant } from '../../../lib/recent-tenants.ts';
import { TenantNotFound } from '../parts/tenant-not-found.tsx';
import { tenantQuery } from '../queries.ts';
import { useIsDeleting } from '../use-delete-tenant.ts';

/** Stands before every page of a tenant: is there one? An id that cannot be one is not asked for (C-008). */
export function TenantGate() {
  const { id = '' } = useParams({ strict: false });
  return /^[1-9]\d{0,9}$/.test(id) ? <KnownTenant key={id} id={Number(id)} /> : <TenantNotFound id={id} />;
}

/** The page is drawn at once; what it says while it waits or fails is its own. */
function KnownTenant({ id }: { id: number }) {
  const { data, error } = useQuery(tenantQuery(id));
  const gone = error?.code === 'not_found';
  useRecentTenant(id, data?.tenant.tenant_name, gone);
  const deleting = useIsDeleting(id);
  return gone && !deleting ? <TenantNotFound id={String(id)} /> : <Outlet />;
}
