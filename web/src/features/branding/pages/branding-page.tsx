import { BRANDING_APP } from '@mission-control/contract/branding/limits';
import { BRANDING_LOAD_FAILED, INITIAL_LOAD_FAILED } from '@mission-control/contract/branding/rules';
import { SERVICES } from '@mission-control/contract/catalogue';
import { listBranches } from '@mission-control/contract/releases/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { allQueries, QueryView } from '../../../lib/query/query-page.tsx';
import { ServiceMissing } from '../../../lib/service-missing.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { BrandingEditor } from '../parts/branding-editor.tsx';
import { BrandingFrame } from '../parts/branding-frame.tsx';
import { Columns, Fields, Stack } from '../parts/layout.ts';
import { brandingQuery } from '../use-branding-editor.ts';
import { useBrandingPlace } from '../use-branding-place.ts';

function BrandingSkeleton() {
  return (
    <Columns role="status" aria-label="Loading the branding">
      <Stack>
        <Card title="Logo">
          <Skeleton height={72} />
        </Card>
        <Card title="Colours">
          <Fields>
            {['primary', 'secondary', 'background'].map((key) => (
              <Skeleton key={key} height={110} />
            ))}
          </Fields>
        </Card>
      </Stack>
      <Card title="Preview">
        <Skeleton height={480} />
      </Card>
    </Columns>
  );
}

/** Shows a failed read once, by the documented sentence with the server's message below. */
function useFailureToast(error: ApiError | null, sentence: string): void {
  const failed = error !== null && !error.announced;
  const show = useEffectEvent(() => toast.error(sentence, { detail: error?.message }));
  useEffect(() => {
    if (failed) show();
  }, [failed]);
}

/** Branding and e-mail of a tenant: /tenant/{id}/homeportal2/branding. The route has checked that the tenant exists. */
export function BrandingPage() {
  const { id = '' } = useParams({ strict: false });
  const tenantId = Number(id);
  const { tab } = useBrandingPlace();
  const detail = useQuery(queryOf(getTenant, { params: { id: tenantId } }));
  const branding = useQuery(brandingQuery(tenantId));
  const branches = useQuery(queryOf(listBranches, { query: { app: BRANDING_APP } }));
  useFailureToast(branding.error, BRANDING_LOAD_FAILED);
  useFailureToast(branches.error ?? detail.error, INITIAL_LOAD_FAILED);
  const tenant = detail.data?.tenant;
  const service = SERVICES.find(({ slug }) => slug === 'homeportal2');
  const missing = tenant && service && tenant[service.detailKey] === null;
  if (tenant && !missing && branding.data !== undefined) {
    // Remount for another tenant, so that edits do not carry over.
    return <BrandingEditor key={tenantId} tenant={tenant} saved={branding.data} branches={branches} />;
  }
  const failed = detail.error ?? branding.error;
  return (
    <BrandingFrame
      tenantId={tenantId}
      tenant={tenant}
      tab={tab}
      meta={missing || failed ? [] : [<Skeleton key="saved" width={240} />]}
    >
      {missing ? (
        <ServiceMissing tenant={tenant} service={service} />
      ) : (
        <QueryView
          framed
          query={allQueries({ detail, branding })}
          errorTitle={detail.error ? 'The tenant could not be loaded' : BRANDING_LOAD_FAILED}
          loading={<BrandingSkeleton />}
          empty={null}
        >
          {() => <BrandingSkeleton />}
        </QueryView>
      )}
    </BrandingFrame>
  );
}
