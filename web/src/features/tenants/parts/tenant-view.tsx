import { mdiOfficeBuildingOutline } from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { color } from '../../../ui/tokens.ts';
import { tenantDetailSearch } from '../detail-search.ts';
import { environmentsQuery } from '../queries.ts';
import { configuredServices, kindMismatch, usedEnvironments } from '../tenant-services.ts';
import { useTenantPatch } from '../use-tenant-patch.ts';
import { CommitPanel } from './commit-panel.tsx';
import { DeploymentTag } from './deployment-tag.tsx';
import { EnvironmentStrip } from './environment-strip.tsx';
import { MismatchBanner } from './mismatch-banner.tsx';
import { RegionFlag } from './region-flag.tsx';
import { ServiceCards } from './service-cards.tsx';

/** A tenant that has been read: header, environments, services. */
export function TenantView({ tenant }: { tenant: TenantDetail }) {
  const patch = useTenantPatch(tenant._id);
  const names = useEnvironmentNames();
  const services = configuredServices(tenant);
  const environments = usedEnvironments(services, names);
  const mismatch = kindMismatch(environments);
  const { commit } = tenantDetailSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const review = (config: ConfigKindSlug | null) =>
    void navigate({
      to: '/tenant/$id',
      params: { id: String(tenant._id) },
      search: config === null ? {} : { commit: config },
      resetScroll: false,
    });
  return (
    <PageFrame
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: tenant.tenant_name }]}
      mark={<RegionFlag region={tenant.region.region_name} size="large" />}
      title={tenant.tenant_name}
      chips={<DeploymentTag group={tenant.deployment_group} />}
      actions={
        <div style={{ display: 'flex', gap: 16 }}>
          <LabelledSwitch
            label="Production"
            checked={!tenant.staging}
            onChange={(production) => patch({ staging: !production })}
          />
          <LabelledSwitch label="Active" checked={tenant.status} onChange={(status) => patch({ status })} />
        </div>
      }
      meta={[
        <span key="account" style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
          <Icon path={mdiOfficeBuildingOutline} size={14} color={color.text3} label="Account" />
          {tenant.account.trading_name}
        </span>,
        <CopyButton key="id" text={String(tenant._id)} label="Copy id" shown={`#${tenant._id}`} />,
      ]}
    >
      <EnvironmentStrip environments={environments} oddKind={mismatch?.[0]?.kind ?? null} />
      {mismatch ? <MismatchBanner groups={mismatch} /> : null}
      <ServiceCards tenant={tenant} services={services} names={names} onPatch={patch} onCommit={review} />
      {commit !== undefined && services.some(({ service }) => service.slug === commit) ? (
        <CommitPanel tenantId={tenant._id} service={commit} onClose={() => review(null)} />
      ) : null}
    </PageFrame>
  );
}

/** Names by id; empty while they load, when the ids stand for them. */
function useEnvironmentNames(): ReadonlyMap<number, string> {
  const { data } = useQuery(environmentsQuery);
  return useMemo(() => new Map(data?.environments.map((one) => [one._id, one.environment_name])), [data]);
}
