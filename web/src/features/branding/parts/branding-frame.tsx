import { findService } from '@mission-control/contract/catalogue';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { ReactNode } from 'react';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';
import { Tag } from '../../../ui/display/tag.tsx';

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
  const service = findService('homeportal2');
  const tag = tenant ? deploymentTag(tenant.deployment_group) : null;
  const address = `/tenant/${tenantId}/homeportal2/branding`;
  return (
    <PageFrame
      title="Branding"
      crumbs={[
        { label: 'Tenants', href: '/tenant' },
        { label: tenant?.tenant_name ?? `Tenant ${tenantId}`, href: `/tenant/${tenantId}` },
        { label: 'Branding' },
      ]}
      mark={
        service ? (
          <ServiceBlock letter={service.letter} hue={service.slug} size={24} title={service.displayName} />
        ) : null
      }
      chips={tag ? <Tag tone={tag.tone}>{tag.text}</Tag> : null}
      actions={actions}
      meta={meta}
      tabs={
        <TabBar
          label="Branding and e-mail"
          active={tab}
          tabs={[
            { id: 'branding', label: 'Branding', href: address },
            { id: 'email', label: 'Email', href: `${address}?tab=email` },
          ]}
        />
      }
    >
      {children}
    </PageFrame>
  );
}
