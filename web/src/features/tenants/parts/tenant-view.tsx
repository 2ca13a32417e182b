import { mdiTrashCanOutline, mdiPuzzleOutline } from '@mdi/js';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { ENV_MISMATCH } from '@mission-control/contract/environments/rules';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, Fragment, Suspense, useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { tenantDetailSearch } from '../list/list-search.ts';
import {
  configuredServices,
  kindMismatch,
  usedEnvironments,
  type KindGroup,
  type ConfiguredService,
} from '../tenant-services.ts';
import { useTenantPatch } from '../use-tenant-patch.ts';
import { Cards } from './card-columns.ts';
import { EnvironmentStrip } from './environment-strip.tsx';
import { AddService } from './services/add-service.tsx';
import { CommitPanel } from './services/commit-panel.tsx';
import { CourseproCard } from './services/coursepro-card.tsx';
import { DeletedServices } from './services/deleted-services.tsx';
import { ServiceCard } from './services/service-card.tsx';

/** Cards of one row have one height, so that those with as much to show stand together, in the order of the services. */
const ROWS: readonly ((entry: ConfiguredService) => boolean)[] = [
  ({ service }) => service.slug === 'coursepro',
  ({ service }) => !service.hasSwitches && findConfigKind(service.slug) !== undefined,
  ({ service }) => service.hasSwitches && service.slug !== 'coursepro',
  ({ service }) => !service.hasSwitches && findConfigKind(service.slug) === undefined,
];

interface ServiceCardsProps {
  tenant: TenantDetail;
  services: readonly ConfiguredService[];
  names: ReadonlyMap<number, string>;
  onPatch: (patch: TenantPatch) => void;
  /** Opens the review of a commit. */
  onCommit: (config: ConfigKindSlug) => void;
}

/** One card for each service of the tenant [TEN-28]. */
function ServiceCards({ tenant, services, names, onPatch, onCommit }: ServiceCardsProps) {
  if (services.length === 0) {
    return (
      <StatePanel framed icon={mdiPuzzleOutline} title="No services configured for tenant. Why not add some?">
        A service gets its domain, environments and a monitor when it is added.
      </StatePanel>
    );
  }
  const shared = { tenant, names, onPatch, onCommit };
  const rows = ROWS.map((belongs) => services.filter(belongs)).filter((row) => row.length > 0);
  return rows.map((row) => (
    <Cards key={row[0]?.service.slug} inRow={row.length % 2 === 0 ? 2 : 3}>
      {row.map((entry) => {
        const Shown = entry.service.slug === 'coursepro' ? CourseproCard : ServiceCard;
        return <Shown key={entry.service.slug} entry={entry} {...shared} />;
      })}
    </Cards>
  ));
}

const Dialog = lazyPart(() => import('./delete-tenant-dialog.tsx').then((file) => file.DeleteTenantDialog));

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  marginTop: 'auto',
  paddingTop: 8,
  fontSize: 12,
  color: color.text3,
});

interface DeleteTenantProps {
  tenant: TenantDetail;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
}

/** At the bottom left of the page: the way to delete the tenant [TEN-31]. */
function DeleteTenant({ tenant, names }: DeleteTenantProps) {
  const [open, setOpen] = useState(false);
  return (
    <Line>
      <ActionButton variant="danger" icon={mdiTrashCanOutline} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete tenant
      </ActionButton>
      <span>Kept for 30 days and can be restored. Databases stay.</span>
      {open ? (
        <Suspense>
          <Dialog tenant={tenant} names={names} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Line>
  );
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

interface MismatchBannerProps {
  tenantId: number;
  /** The smallest group first. */
  groups: readonly KindGroup[];
}

/** States which services run on which kind of environment; links to the odd one if there is just one. */
function MismatchBanner({ tenantId, groups }: MismatchBannerProps) {
  const [odd, ...others] = groups[0]?.services ?? [];
  return (
    <Banner
      meaning="warn"
      title={ENV_MISMATCH}
      action={
        odd && others.length === 0 ? (
          <Link href={`/tenant/${tenantId}/${odd.slug}`}>{`Edit ${odd.displayName}`}</Link>
        ) : null
      }
    >
      {groups.map(({ kind, services }, index) => (
        <Fragment key={kind}>
          {index === 0 ? '' : '; '}
          {list.format(services.map((service) => service.displayName))} {services.length === 1 ? 'is' : 'are'} on{' '}
          <strong>{kind}</strong>
        </Fragment>
      ))}
      . Unknown types are left out of this check.
    </Banner>
  );
}

/** The services of a tenant: where they run, a card each, and the way to delete it all. */
export function TenantView({ tenant }: { tenant: TenantDetail }) {
  const patch = useTenantPatch(tenant);
  const read = useQuery(queryOf(listEnvironmentsFast, {}));
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
