import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { TenantFrame } from '../parts/tenant-frame.tsx';
import { TenantSkeleton } from '../parts/tenant-skeleton.tsx';
import { TenantContext } from '../../../lib/tenant/tenant-context.ts';
import { useOptimisticTenant } from '../use-tenant-patch.ts';

/** One tenant: its header and tabs around the open tab. */
export function TenantPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(queryOf(getTenant, { params: { id: Number(id) } }));
  if (data) return <LoadedTenant read={data.tenant} />;
  if (!error) return <TenantSkeleton id={Number(id)} />;
  return (
    <PageFrame title="Tenant" crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `Tenant ${id}` }]}>
      <ReadError
        framed
        title="The tenant could not be loaded"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </PageFrame>
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
