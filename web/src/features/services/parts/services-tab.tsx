import { mdiPuzzleOutline } from '@mdi/js';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { ENV_MISMATCH } from '@mission-control/contract/environments/rules';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo, Fragment, type ReactNode } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { CommitPanel } from '../../config/public.tsx';
import {
  configuredServices,
  kindMismatch,
  usedEnvironments,
  type KindGroup,
  type ConfiguredService,
} from '../tenant-services.ts';
import { AddService } from '../adding/add-service.tsx';
import { Cards } from './card-columns.ts';
import { CourseproCard } from './coursepro-card.tsx';
import { DeletedServices } from './deleted-services.tsx';
import { EnvironmentStrip } from './environment-strip.tsx';
import { ServiceCard, type ServiceCardProps } from './service-card.tsx';

/** Cards in a row have equal height: cards with a similar amount of content share a row, in the order of the services. */
const ROWS: readonly ((entry: ConfiguredService) => boolean)[] = [
  ({ service }) => service.slug === 'coursepro',
  ({ service }) => !service.hasSwitches && findConfigKind(service.slug) !== undefined,
  ({ service }) => service.hasSwitches && service.slug !== 'coursepro',
  ({ service }) => !service.hasSwitches && findConfigKind(service.slug) === undefined,
];

interface ServiceCardsProps extends Omit<ServiceCardProps, 'entry'> {
  services: readonly ConfiguredService[];
}

/** One card for each service of the tenant [TEN-28]. */
function ServiceCards({ services, ...shared }: ServiceCardsProps) {
  if (services.length === 0) {
    return (
      <StatePanel framed icon={mdiPuzzleOutline} title="No services configured for tenant. Why not add some?">
        A service gets its domain, environments and a monitor when it is added.
      </StatePanel>
    );
  }
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
          <Link
            href={pathTo('/tenant/$id/$service', { id: tenantId, service: odd.slug })}
          >{`Edit ${odd.displayName}`}</Link>
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

interface ServicesTabProps {
  tenant: TenantDetail;
  onPatch: (patch: TenantPatch) => void;
  isWaiting: ServiceCardProps['isWaiting'];
  /** The config whose commit is under review. */
  reviewed: ConfigKindSlug | undefined;
  onReview: (config: ConfigKindSlug | null) => void;
  /** Below the cards; takes the environment names by id. */
  children: (names: ReadonlyMap<number, string>) => ReactNode;
}

/** The services of a tenant: their environments, a card for each, the deleted ones, and a way to add one. */
export function ServicesTab({ tenant, onPatch, isWaiting, reviewed, onReview, children }: ServicesTabProps) {
  const read = useQuery(queryOf(listEnvironmentsFast, {}));
  const names = useMemo(
    () => new Map(read.data?.environments.map((one) => [one._id, one.environment_name])),
    [read.data],
  );
  const services = configuredServices(tenant);
  const environments = usedEnvironments(services, names);
  const mismatch = kindMismatch(environments);
  const isReviewed =
    reviewed !== undefined && services.some(({ service }) => service.slug === findConfigKind(reviewed)?.service);
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
          title="The environments could not be loaded."
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
      <ServiceCards {...{ tenant, services, names, onPatch, isWaiting }} onCommit={onReview} />
      {isReviewed ? (
        <CommitPanel key={reviewed} tenant={tenant} service={reviewed} onClose={() => onReview(null)} />
      ) : null}
      <DeletedServices tenant={tenant} />
      {children(names)}
      <AddService tenant={tenant} />
    </>
  );
}
