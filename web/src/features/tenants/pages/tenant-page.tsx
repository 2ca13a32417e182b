import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { QueryError } from '../parts/query-error.tsx';
import { TenantNotFound } from '../parts/tenant-not-found.tsx';
import { TenantSkeleton } from '../parts/tenant-skeleton.tsx';
import { TenantView } from '../parts/tenant-view.tsx';
import { tenantQuery } from '../queries.ts';

/** One tenant. An id that cannot be one is not asked for (C-008). */
export function TenantPage() {
  const { id = '' } = useParams({ strict: false });
  return /^[1-9]\d{0,9}$/.test(id) ? <LoadedTenant key={id} id={Number(id)} /> : <TenantNotFound id={id} />;
}

function LoadedTenant({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(tenantQuery(id));
  if (error?.code === 'not_found') return <TenantNotFound id={String(id)} />;
  if (data) return <TenantView tenant={data.tenant} />;
  if (!error) return <TenantSkeleton />;
  return (
    <PageFrame title="Tenant" crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `#${id}` }]}>
      <QueryError
        framed
        title="The tenant could not be read"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </PageFrame>
  );
}
