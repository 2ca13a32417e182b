import { TenantView } from '../parts/tenant-view.tsx';
import { useTenant } from '../tenant-context.ts';

/** What a tenant's page opens with: its services. */
export function TenantServicesPage() {
  return <TenantView tenant={useTenant()} />;
}
