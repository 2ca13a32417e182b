import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { TenantFrame } from '../parts/tenant-frame.tsx';
import { TenantSkeleton } from '../parts/tenant-skeleton.tsx';
import { TenantContext } from '../../../lib/tenant/tenant-context.ts';
import { useOptimisticTenant } from '../use-tenant-patch.ts';

/** One tenant: its header and tabs around the open tab. */
export function TenantPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(queryOf(getTenant, { params: { id: Number(id) } }));
  if (query.data) return <LoadedTenant read={query.data.tenant} />;
  if (!query.error) return <TenantSkeleton id={Number(id)} />;
  return (
    <QueryPage
      title="Tenant"
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `Tenant ${id}` }]}
      query={query}
      errorTitle="The tenant could not be loaded"
      loading={null}
      empty={null}
    >
      {() => null}
    </QueryPage>
  );
}

function LoadedTenant({ read }: { read: TenantDetail }) {
  const tenant = useOptimisticTenant(read);
  return (
    <TenantContext value={tenant}>
      <TenantFrame tenant={tenant}>
        <Outlet />
      </TenantFrame>
    </TenantContext>
  );
}
