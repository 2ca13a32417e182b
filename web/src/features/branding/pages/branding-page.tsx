import { BRANDING_LOAD_FAILED, INITIAL_LOAD_FAILED } from '@mission-control/contract/branding/rules';
import { SERVICES } from '@mission-control/contract/services/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ServiceMissing } from '../../../lib/service-missing.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BrandingEditor } from '../parts/branding-editor.tsx';
import { BrandingFrame } from '../parts/branding-frame.tsx';
import { BrandingSkeleton } from '../parts/branding-skeleton.tsx';
import { branchesQuery, brandingQuery, tenantQuery } from '../queries.ts';
import { useBrandingPlace } from '../use-branding-place.ts';
import { useFailureToast } from '../use-failure-toast.ts';

/** Branding and e-mail of a tenant: /tenant/{id}/homeportal2/branding. That there is the tenant, the route has settled. */
export function BrandingPage() {
  const { id = '' } = useParams({ strict: false });
  const tenantId = Number(id);
  const { tab } = useBrandingPlace();
  const { data, error: tenantError, refetch: readTenant } = useQuery(tenantQuery(tenantId));
  const branding = useQuery(brandingQuery(tenantId));
  const branches = useQuery(branchesQuery);
  useFailureToast(branding.error, BRANDING_LOAD_FAILED);
  useFailureToast(branches.error ?? tenantError, INITIAL_LOAD_FAILED);
  const tenant = data?.tenant;
  const service = SERVICES.find(({ slug }) => slug === 'homeportal2');
  const missing = tenant && service && tenant[service.detailKey] === null;
  if (tenant && !missing && branding.data !== undefined) {
    // A new editor for another tenant: edits never cross over.
    return <BrandingEditor key={tenantId} tenant={tenant} saved={branding.data} branches={branches} />;
  }
  const failed = tenantError ?? branding.error;
  return (
    <BrandingFrame
      tenantId={tenantId}
      tenant={tenant}
      tab={tab}
      meta={missing || failed ? [] : [<Skeleton key="saved" width={240} />]}
    >
      {missing ? (
        <ServiceMissing tenant={tenant} service={service} />
      ) : failed ? (
        <ReadError
          framed
          title={tenantError ? 'The tenant could not be read' : BRANDING_LOAD_FAILED}
          error={failed}
          retrying={branding.isFetching}
          onRetry={() => {
            if (tenantError) void readTenant();
            if (branding.error) void branding.refetch();
          }}
        />
      ) : (
        <BrandingSkeleton />
      )}
    </BrandingFrame>
  );
}
