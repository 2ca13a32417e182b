import { TenantView } from '../parts/tenant-view.tsx';
import { useTenant } from '../tenant-context.ts';

/** Default tab of a tenant: its services. */
export function TenantServicesPage() {
  return <TenantView tenant={useTenant()} />;
}
