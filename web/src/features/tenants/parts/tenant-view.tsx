import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { tenantDetailSearch } from '../detail-search.ts';
import { environmentsQuery } from '../queries-places.ts';
import { configuredServices, kindMismatch, usedEnvironments } from '../tenant-services.ts';
import { useTenantPatch } from '../use-tenant-patch.ts';
import { AddService } from './add-service.tsx';
import { CommitPanel } from './commit-panel.tsx';
import { DeleteTenant } from './delete-tenant.tsx';
import { DeletedServices } from './deleted-services.tsx';
import { EnvironmentStrip } from './environment-strip.tsx';
import { MismatchBanner } from './mismatch-banner.tsx';
import { ServiceCards } from './service-cards.tsx';

/** The services of a tenant: where they run, a card each, and the way to delete it all. */
export function TenantView({ tenant }: { tenant: TenantDetail }) {
  const patch = useTenantPatch(tenant);
  const read = useQuery(environmentsQuery);
  const names = useMemo(
    () => new Map(read.data?.environments.map((one) => [one._id, one.environment_name])),
    [read.data],
  );
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
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <EnvironmentStrip
        environments={environments}
        oddKind={mismatch?.[0]?.kind ?? null}
        isKnown={read.data !== undefined}
      />
      {read.error && !read.data && environments.length > 0 ? (
        <Banner
          meaning="warn"
          title="The environments could not be read."
          action={
            <ActionButton size="small" pending={read.isFetching} onClick={() => void read.refetch()}>
              Retry
            </ActionButton>
          }
        >
          Whether their types match is not known. {read.error.messages.join(' ')}
        </Banner>
      ) : null}
      {mismatch ? <MismatchBanner tenantId={tenant._id} groups={mismatch} /> : null}
      <ServiceCards tenant={tenant} services={services} names={names} onPatch={patch} onCommit={review} />
      {commit !== undefined && services.some(({ service }) => service.slug === findConfigKind(commit)?.service) ? (
        <CommitPanel tenantId={tenant._id} service={commit} onClose={() => review(null)} />
      ) : null}
      <DeletedServices tenant={tenant} />
      <DeleteTenant tenant={tenant} names={names} />
      <AddService tenant={tenant} />
    </>
  );
}
