import { mdiOfficeBuildingOutline, mdiSitemapOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { color } from '../../../ui/tokens.ts';
import { relationGroups } from '../relation-groups.ts';
import { useTenantPatch } from '../use-tenant-patch.ts';
import { DeploymentMenu } from './deployment-menu.tsx';
import { InactiveBanner } from './inactive-banner.tsx';
import { RegionFlag } from './region-flag.tsx';
import { RelationLinks } from './relation-links.tsx';
import { TenantTabs } from './tenant-tabs.tsx';

/** Header and tabs of a tenant around the tab that is open. */
export function TenantFrame({ tenant, children }: { tenant: TenantDetail; children: ReactNode }) {
  const patch = useTenantPatch(tenant);
  return (
    <PageFrame
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: tenant.tenant_name }]}
      mark={<RegionFlag region={tenant.region.region_name} size="large" />}
      title={tenant.tenant_name}
      chips={
        <>
          <DeploymentMenu tenant={tenant} />
          {tenant.status ? null : <StatusChip meaning="off">Inactive</StatusChip>}
        </>
      }
      quiet={!tenant.status}
      actions={
        <>
          <LabelledSwitch
            label="Production"
            checked={!tenant.staging}
            onChange={(production) => patch({ staging: !production })}
          />
          <LabelledSwitch label="Active" checked={tenant.status} onChange={(status) => patch({ status })} />
          <ActionButton icon={mdiSitemapOutline} href={`/tenant/${tenant._id}/relations`}>
            Manage Relations
          </ActionButton>
        </>
      }
      meta={[
        <span key="account" style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
          <Icon path={mdiOfficeBuildingOutline} size={14} color={color.text3} label="Account" />
          {tenant.account.trading_name}
        </span>,
        <CopyButton key="id" text={String(tenant._id)} label="Copy id" shown={`#${tenant._id}`} />,
        ...relationGroups(tenant.relations).map((group) => <RelationLinks key={group.type} group={group} />),
        <span key="changed" style={{ color: color.text3 }}>
          Changed <RelativeTime at={tenant.updated_at} /> by {tenant.updated_by}
        </span>,
      ]}
      tabs={<TenantTabs id={tenant._id} tenant={tenant} />}
    >
      {tenant.status ? null : <InactiveBanner tenant={tenant} />}
      {children}
    </PageFrame>
  );
}
