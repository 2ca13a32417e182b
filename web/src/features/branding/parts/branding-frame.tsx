import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { ReactNode } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { TenantSubpage } from '../../../lib/tenant/tenant-subpage.tsx';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';

interface BrandingFrameProps {
  tenantId: number;
  /** Undefined while loading. */
  tenant: TenantDetail | undefined;
  tab: 'branding' | 'email';
  actions?: ReactNode;
  meta?: readonly ReactNode[];
  children: ReactNode;
}

/** Page frame with the tenant and the two tabs [BRD-01]. */
export function BrandingFrame({ tenantId, tenant, tab, actions, meta = [], children }: BrandingFrameProps) {
  const address = (search?: { tab: 'email' }) => pathTo('/tenant/$id/homeportal2/branding', { id: tenantId }, search);
  return (
    <TenantSubpage
      tenantId={tenantId}
      tenant={tenant}
      title="Branding"
      service="homeportal2"
      withDeployment
      actions={actions}
      meta={meta}
      tabs={
        <TabBar
          label="Branding and e-mail"
          active={tab}
          tabs={[
            { id: 'branding', label: 'Branding', href: address() },
            { id: 'email', label: 'Email', href: address({ tab: 'email' }) },
          ]}
        />
      }
    >
      {children}
    </TenantSubpage>
  );
}
