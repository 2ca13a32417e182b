import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { tenantDetailSearch } from '../features/tenants/list/list-search.ts';
import { TenantServicesPage } from '../features/tenants/pages/tenant-services-page.tsx';
import { useTenant } from '../lib/tenant/tenant-context.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { LoadingPanel } from '../ui/layout/skeleton.tsx';

const TenantChanges = lazyPart(() =>
  import('../features/audit/pages/tenant-changes.tsx').then((file) => file.TenantChanges),
);

/** The page of a tenant at its own address: its services, or with ?tab=changes its changes. */
export function TenantTab() {
  const { tab } = tenantDetailSearch(useSearch({ strict: false }));
  const { _id, tenant_name } = useTenant();
  if (tab !== 'changes') return <TenantServicesPage />;
  return (
    <Suspense fallback={<LoadingPanel label="Loading the changes" />}>
      <TenantChanges tenantId={_id} tenantName={tenant_name} />
    </Suspense>
  );
}
