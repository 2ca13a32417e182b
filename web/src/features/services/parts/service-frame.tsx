import { mdiOpenInNew } from '@mdi/js';
import type { SERVICES } from '@mission-control/contract/catalogue';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { color, monoText } from '../../../ui/theme/tokens.ts';

interface ServiceFrameProps {
  tenantId: number;
  /** Undefined while loading. */
  tenant: TenantDetail | undefined;
  service: (typeof SERVICES)[number];
  /** Loading the tenant failed. */
  failed?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of a service's page: its letter, colour and name (C-015), its address, and its tenant [SVC-40, SVC-51]. */
export function ServiceFrame({ tenantId, tenant, service, failed, actions, children }: ServiceFrameProps) {
  const title = `${service.configLabel} settings`;
  const tag = tenant ? deploymentTag(tenant.deployment_group) : null;
  return (
    <PageFrame
      title={title}
      crumbs={[
        { label: 'Tenants', href: '/tenant' },
        { label: tenant?.tenant_name ?? `Tenant ${tenantId}`, href: `/tenant/${tenantId}` },
        { label: title },
      ]}
      mark={<ServiceBlock letter={service.letter} hue={service.slug} size={24} title={service.displayName} />}
      chips={tag ? <Tag tone={tag.tone}>{tag.text}</Tag> : null}
      actions={actions}
      meta={
        tenant
          ? [<Site key="site" url={tenant[service.urlKey]} />, <Changed key="changed" tenant={tenant} />]
          : failed
            ? []
            : [<Skeleton key="site" width={200} />, <Skeleton key="changed" width={180} />]
      }
    >
      {children}
    </PageFrame>
  );
}

const siteLook = { ...monoText, display: 'inline-flex', alignItems: 'center', gap: 4 } as const;

/** The address of the service; opens in a tab of its own. */
function Site({ url }: { url: string | null }) {
  if (url === null) return <span style={{ color: color.text3 }}>No address yet</span>;
  return (
    <Link href={url} target="_blank" style={siteLook}>
      <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
      <Icon path={mdiOpenInNew} size={12} label="opens in a new tab" />
    </Link>
  );
}

function Changed({ tenant }: { tenant: TenantDetail }) {
  return (
    <span style={{ color: color.text3 }}>
      Tenant changed <RelativeTime at={tenant.updated_at} /> by {tenant.updated_by}
    </span>
  );
}
