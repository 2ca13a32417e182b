import { Card } from '../../../ui/card.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TenantTabs } from './tenant-tabs.tsx';

/** The tenant's page before its answer, in its final size; its tabs lead on already. */
export function TenantSkeleton({ id }: { id: number }) {
  return (
    <PageFrame
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: 'Loading' }]}
      mark={<Skeleton width={24} height={16} />}
      title={<Skeleton width={220} height={20} aria-label="Loading the tenant" role="status" />}
      chips={<Skeleton width={56} height={20} />}
      actions={<Skeleton width={300} height={32} />}
      meta={[
        <Skeleton key="account" width={160} />,
        <Skeleton key="id" width={40} height={18} />,
        <Skeleton key="changed" width={200} />,
      ]}
      tabs={<TenantTabs id={id} />}
    >
      <Skeleton width="60%" height={28} />
      <div>
        <Card title={<Skeleton width={90} />} mark={<Skeleton width={32} height={32} />}>
          <Skeleton height={172} />
        </Card>
      </div>
    </PageFrame>
  );
}
