import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { Banner } from '../../../ui/banner.tsx';

/** Says on every tab that the tenant is switched off. */
export function InactiveBanner({ tenant }: { tenant: TenantDetail }) {
  return (
    <Banner meaning="off" title={`${tenant.tenant_name} is inactive.`}>
      The tenant list hides it unless Show inactive is on. The switch Active brings it back.
    </Banner>
  );
}
