import type { Service } from '@mission-control/contract/services/catalogue';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { placesOf } from '../service-places.ts';
import { Columns, Fields } from './service-layout.ts';

/** The page before its answer, in its final size. */
export function ServiceSkeleton({ service }: { service: Service }) {
  const places = placesOf(service, 0, { environments: [], certificates: [] });
  return (
    <Columns role="status" aria-label="Loading the settings">
      <div>
        <Card title="Domains">
          <Skeleton height={32} />
        </Card>
      </div>
      <div>
        <Card title="Environments">
          <Fields>
            {places.map(({ key }) => (
              <Skeleton key={key} height={54} />
            ))}
          </Fields>
        </Card>
      </div>
    </Columns>
  );
}
