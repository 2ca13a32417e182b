import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { findService } from '@mission-control/contract/catalogue';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { ReactNode } from 'react';
import { PageFrame } from '../../../../ui/layout/page-frame.tsx';
import { ServiceBlock } from '../../../../ui/layout/service-block.tsx';
import { Tag } from '../../../../ui/display/tag.tsx';

interface ConfigFrameProps {
  kind: ConfigKind;
  tenantId: number;
  /** Undefined while loading. */
  tenant: TenantDetail | undefined;
  actions?: ReactNode;
  meta?: readonly ReactNode[];
  children: ReactNode;
}

/** The page around a config: crumbs, letter block, title, where it runs. */
export function ConfigFrame({ kind, tenantId, tenant, actions, meta = [], children }: ConfigFrameProps) {
  const title = `${kind.label} config`;
  const service = findService(kind.service);
  const tag = tenant ? deploymentTag(tenant.deployment_group) : null;
  return (
    <PageFrame
      title={title}
      crumbs={[
        { label: 'Tenants', href: '/tenant' },
        { label: tenant?.tenant_name ?? `Tenant ${tenantId}`, href: `/tenant/${tenantId}` },
        { label: title },
      ]}
      mark={
        service ? (
          <ServiceBlock letter={service.letter} hue={service.slug} size={24} title={service.displayName} />
        ) : null
      }
      chips={tag ? <Tag tone={tag.tone}>{tag.text}</Tag> : null}
      actions={actions}
      meta={meta}
    >
      {children}
    </PageFrame>
  );
}
