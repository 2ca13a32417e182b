import { Card } from '../../../ui/card.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FactTiles } from './fact-tiles.tsx';

const FACTS = ['Uptime', 'Average latency', 'Response time', 'Last online', 'Warnings'].map((name) => ({
  name,
  value: <Skeleton width="60%" height={20} />,
  detail: <Skeleton width="40%" height={10} />,
}));

/** The page of a monitor before its answer, in its final size. */
export function MonitorSkeleton({ crumbs }: { crumbs: readonly { label: string; href?: string }[] }) {
  return (
    <PageFrame
      crumbs={crumbs}
      mark={<Skeleton width={24} height={24} />}
      title={<Skeleton width={220} height={20} aria-label="Loading the monitor" role="status" />}
      actions={<Skeleton width={200} height={32} />}
      meta={[<Skeleton key="target" width={240} />, <Skeleton key="state" width={120} />]}
    >
      <FactTiles facts={FACTS} />
      <Skeleton width={260} height={32} />
      {['Uptime', 'Latency'].map((title) => (
        <Card key={title} title={title}>
          <Skeleton height={152} />
        </Card>
      ))}
    </PageFrame>
  );
}
