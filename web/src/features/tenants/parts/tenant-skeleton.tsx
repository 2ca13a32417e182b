import { Card } from '../../../ui/card.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The tenant's page before its answer, in its final size. */
export function TenantSkeleton() {
  return (
    <PageFrame
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: 'Loading' }]}
      title={<Skeleton width={220} height={20} aria-label="Loading the tenant" role="status" />}
      meta={[<Skeleton key="account" width={160} />, <Skeleton key="id" width={56} />]}
    >
      <Skeleton width="60%" height={28} />
      <div>
        <Card title={<Skeleton width={90} />} mark={<Skeleton width={32} height={32} />}>
          <Skeleton height={150} />
        </Card>
      </div>
    </PageFrame>
  );
}
