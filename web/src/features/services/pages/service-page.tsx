import { SERVICES, type Service } from '@mission-control/contract/catalogue';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ServiceMissing } from '../../../lib/service-missing.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { ServiceEditor } from '../parts/service-editor.tsx';
import { ServiceFrame } from '../parts/service-frame.tsx';
import { Columns, Fields } from '../parts/service-layout.ts';
import { placesOf } from '../service-places.ts';

/** Skeleton of the page in its final size. */
function ServiceSkeleton({ service }: { service: Service }) {
  const places = placesOf(service, 0, { environments: [], certificates: [] });
  return (
    <Columns role="status" aria-label="Loading the settings">
      <div>
        <Card title="Domains" actions={<Skeleton width={116} height={32} style={{ marginRight: 4 }} />}>
          <Skeleton height={32} />
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

/** Domains and places of a tenant's service: /tenant/{id}/{service}. The route has checked that both exist. */
export function ServicePage() {
  const { id = '', service: slug = '' } = useParams({ strict: false });
  const tenantId = Number(id);
  const service = SERVICES.find((one) => one.slug === slug);
  const query = useQuery(queryOf(getTenant, { params: { id: tenantId } }));
  if (!service) return null;
  const tenant = query.data?.tenant;
  const state = tenant?.[service.detailKey];
  if (tenant && state) {
    // Remount for another service, so that edits do not carry over.
    return <ServiceEditor key={`${tenantId} ${slug}`} tenant={tenant} service={service} state={state} />;
  }
  return (
    <ServiceFrame tenantId={tenantId} tenant={tenant} service={service} failed={query.error !== null}>
      <QueryView
        framed
        query={query}
        errorTitle={`The ${service.displayName} settings could not be loaded`}
        loading={<ServiceSkeleton service={service} />}
        empty={null}
      >
        {(data) => <ServiceMissing tenant={data.tenant} service={service} />}
      </QueryView>
    </ServiceFrame>
  );
}
