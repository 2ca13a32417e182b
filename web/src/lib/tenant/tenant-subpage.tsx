import { findService } from '@mission-control/contract/catalogue';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { Tag } from '../../ui/display/tag.tsx';
import { PageFrame, type PageFrameProps } from '../../ui/layout/page-frame.tsx';
import { ServiceBlock } from '../../ui/layout/service-block.tsx';
import { pathTo } from '../address/path-to.ts';

interface TenantSubpageProps extends Omit<PageFrameProps, 'title' | 'crumbs' | 'mark' | 'chips'> {
  tenantId: number;
  /** Undefined while loading. */
  tenant: TenantDetail | undefined;
  title: string;
  /** Slug of the service that the page is about. */
  service?: string;
  /** Shows the tenant's deployment group. */
  withDeployment?: boolean;
}

/** Frame of a page below a tenant: breadcrumbs through the tenant, the service's letter block, the deployment group. */
export function TenantSubpage({ tenantId, tenant, title, service, withDeployment, ...frame }: TenantSubpageProps) {
  const about = service === undefined ? undefined : findService(service);
  const tag = tenant && withDeployment ? deploymentTag(tenant.deployment_group) : null;
  return (
    <PageFrame
      {...frame}
      title={title}
      crumbs={[
        { label: 'Tenants', href: '/tenant' },
        { label: tenant?.tenant_name ?? `Tenant ${tenantId}`, href: pathTo('/tenant/$id', { id: tenantId }) },
        { label: title },
      ]}
      mark={
        about ? <ServiceBlock letter={about.letter} hue={about.slug} size={24} title={about.displayName} /> : undefined
      }
      chips={tag ? <Tag tone={tag.tone}>{tag.text}</Tag> : null}
    />
  );
}
