import { updateTenant } from '@mission-control/contract/tenants/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiOfficeBuildingOutline, mdiSitemapOutline } from '@mdi/js';
import { RELATION_HEADINGS } from '@mission-control/contract/relations/rules';
import type { RelationType, TenantRelation } from '@mission-control/contract/relations/schema';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { type ReactNode, useState } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { LabelledSwitch } from '../../../ui/field/switch.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { AttentionReasons } from '../../attention/public.tsx';
import { SwitchEndMenu, useSwitchEnd } from '../../control/public.tsx';
import { useIsWaiting, useTenantPatch } from '../use-tenant-patch.ts';
import { DeploymentMenu } from './list/deployment-menu.tsx';
import { RegionFlag } from './list/group-and-region.tsx';
import { TenantTabs } from './tenant-tabs.tsx';

/** The relations of one kind, in their order. */
interface RelationGroup {
  type: RelationType;
  relations: readonly TenantRelation[];
}

/** Parents-of first, then children-of; kinds without relations are omitted. */
function relationGroups(relations: readonly TenantRelation[]): RelationGroup[] {
  return ([1, 2] as const)
    .map((type) => ({ type, relations: relations.filter((one) => one.type === type) }))
    .filter((group) => group.relations.length > 0);
}

/** Relations of a kind beyond this number are behind a button. */
const SHOWN = 2;

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 6px',
  color: color.text3,
  '& > span': { overflowWrap: 'anywhere' },
});

/** 'Parent of' or 'Child of' with a link to each related tenant [TEN-16, TEN-17, TEN-18]. */
function RelationLinks({ group: { type, relations } }: { group: RelationGroup }) {
  const [all, setAll] = useState(false);
  const shown = all ? relations : relations.slice(0, SHOWN);
  const more = relations.length - SHOWN;
  return (
    <Line>
      {RELATION_HEADINGS[type]}
      {shown.map(({ id, tenant_right, tenant_right_name }, index) => (
        <span key={id}>
          <Link href={pathTo('/tenant/$id', { id: tenant_right })}>{tenant_right_name}</Link>
          {index < shown.length - 1 ? ',' : ''}
        </span>
      ))}
      {more > 0 ? (
        <ActionButton variant="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `+${more} more`}
        </ActionButton>
      ) : null}
    </Line>
  );
}

interface InactiveBannerProps {
  tenant: TenantDetail;
  disabledReason: string | null;
  onPatch: (patch: TenantPatch) => void;
}

/** States on every tab that the tenant is inactive, and until when. */
function InactiveBanner({ tenant, disabledReason, onPatch }: InactiveBannerProps) {
  const end = useSwitchEnd(tenant, null, 'active');
  return (
    <Banner
      meaning="off"
      title={`${tenant.tenant_name} is inactive.`}
      action={
        <SwitchEndMenu
          what="inactive"
          end={end}
          disabledReason={disabledReason}
          onChoose={(until) => onPatch({ status: false, ...(until !== undefined && { until }) })}
        />
      }
    >
      Its sites are closed, and the tenant list hides it unless Show inactive is on.{' '}
      {end ? (
        <>
          It becomes active again <RelativeTime at={end} />, or when you turn on Active.
        </>
      ) : (
        'Turn on Active to bring it back.'
      )}
    </Banner>
  );
}

/** Header and tabs of a tenant around the tab that is open. */
export function TenantFrame({ tenant, children }: { tenant: TenantDetail; children: ReactNode }) {
  const patch = useTenantPatch(tenant);
  const isWaiting = useIsWaiting(tenant._id);
  const disabledReason = useRoleRefusal(updateTenant, 'change a tenant');
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
            pending={isWaiting('staging')}
            disabledReason={disabledReason}
            onChange={(production) => patch({ staging: !production })}
          />
          <LabelledSwitch
            label="Active"
            checked={tenant.status}
            pending={isWaiting('status')}
            disabledReason={disabledReason}
            onChange={(status) => patch({ status })}
          />
          <ActionButton icon={mdiSitemapOutline} href={pathTo('/tenant/$id/relations', { id: tenant._id })}>
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
      <AttentionReasons reasons={tenant.attention} />
      {tenant.status ? null : <InactiveBanner tenant={tenant} disabledReason={disabledReason} onPatch={patch} />}
      {children}
    </PageFrame>
  );
}
