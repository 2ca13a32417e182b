import { useLocation, useSearch } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { openTab } from '../open-tab.ts';
import { TenantTabs } from './tenant-tabs.tsx';

/** The tenant's page before its answer, in its final size; its tabs lead on already. */
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
          <Skeleton width={158} height={36} />
        </>
      }
      meta={[
        <Skeleton key="account" width={160} />,
        <Skeleton key="id" width={40} height={18} />,
        <Skeleton key="changed" width={200} />,
      ]}
      tabs={<TenantTabs id={id} />}
    >
      {tab === 'services' ? <ServicesToCome /> : <LoadingPanel label="Loading" rows={tab === 'relations' ? 2 : 4} />}
    </PageFrame>
  );
}

function ServicesToCome() {
  return (
    <>
      <Skeleton width="60%" height={28} />
      <div>
        <Card title={<Skeleton width={90} />} mark={<Skeleton width={32} height={32} />}>
          <Skeleton height={172} />
        </Card>
      </div>
    </>
  );
}
