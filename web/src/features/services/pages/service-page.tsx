import { SERVICES } from '@mission-control/contract/services/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ServiceEditor } from '../parts/service-editor.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { ServiceFrame } from '../parts/service-frame.tsx';
import { ServiceMissing } from '../../../lib/service-missing.tsx';
import { ServiceSkeleton } from '../parts/service-skeleton.tsx';
import { tenantQuery } from '../queries.ts';

/** Domains and places of one service of a tenant: /tenant/{id}/{service}. That there are both, the route has settled. */
export function ServicePage() {
  const { id = '', service: slug = '' } = useParams({ strict: false });
  const tenantId = Number(id);
  const service = SERVICES.find((one) => one.slug === slug);
  const { data, error, isFetching, refetch } = useQuery(tenantQuery(tenantId));
  if (!service) return null;
  const tenant = data?.tenant;
  const state = tenant?.[service.detailKey];
  if (tenant && state) {
    // A new editor for another service: edits never cross over.
    return <ServiceEditor key={`${tenantId} ${slug}`} tenant={tenant} service={service} state={state} />;
  }
  return (
    <ServiceFrame tenantId={tenantId} tenant={tenant} service={service} failed={error !== null}>
      {tenant ? (
        <ServiceMissing tenant={tenant} service={service} />
      ) : error ? (
        <ReadError
          framed
          title={`The ${service.displayName} settings could not be read`}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <ServiceSkeleton service={service} />
      )}
    </ServiceFrame>
  );
}
