import { mdiOpenInNew } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { ReactNode } from 'react';
import { TenantSubpage } from '../../../lib/tenant/tenant-subpage.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import type { CatalogueService } from '../tenant-services.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';

interface ServiceFrameProps {
  tenantId: number;
  /** Undefined while loading. */
  tenant: TenantDetail | undefined;
  service: CatalogueService;
  /** Loading the tenant failed. */
  failed?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of a service's page: its letter, colour and name (C-015), its address, and its tenant [SVC-40, SVC-51]. */
export function ServiceFrame({ tenantId, tenant, service, failed, actions, children }: ServiceFrameProps) {
  return (
    <TenantSubpage
      tenantId={tenantId}
      tenant={tenant}
      title={`${service.configLabel} settings`}
      service={service.slug}
      withDeployment
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
    </TenantSubpage>
  );
}

const siteLook = { ...monoText, display: 'inline-flex', alignItems: 'center', gap: 4 } as const;

/** The address of the service; opens in a new tab. */
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
