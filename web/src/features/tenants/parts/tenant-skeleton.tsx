import { useLocation, useSearch } from '@tanstack/react-router';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { ServicesSkeleton } from '../../services/public.tsx';
import { openTab, TenantTabs } from './tenant-tabs.tsx';

/** The tenant's page while loading, in its final size; its tabs work already. */
export function TenantSkeleton({ id }: { id: number }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const tab = openTab(path, useSearch({ strict: false }));
  return (
    <PageFrame
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `Tenant ${id}` }]}
      mark={<Skeleton width={24} height={16} />}
      title={<Skeleton width={180} height={20} aria-label="Loading the tenant" role="status" />}
      chips={<Skeleton width={48} height={20} />}
      actions={
        <>
          <Skeleton width={118} height={24} />
          <Skeleton width={88} height={24} />
          <Skeleton width={158} height={32} />
        </>
      }
      meta={[
        <Skeleton key="account" width={160} />,
        <Skeleton key="id" width={40} height={18} />,
        <Skeleton key="changed" width={200} />,
      ]}
      tabs={<TenantTabs id={id} />}
    >
      <TabSkeleton tab={tab} />
    </PageFrame>
  );
}

function TabSkeleton({ tab }: { tab: string }) {
  if (tab === 'services') return <ServicesSkeleton />;
  if (tab === 'relations') return <LoadingPanel label="Loading the relations" rows={2} rowHeight={53} />;
  return <LoadingPanel label="Loading" rows={4} />;
}
