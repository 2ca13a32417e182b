import { updateTenant } from '@mission-control/contract/tenants/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { envKind, envKindTone, type EnvKind } from '@mission-control/contract/environments/rules';
import { mdiDatabaseOutline, mdiOpenInNew, mdiPencilOutline } from '@mdi/js';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { pathTo } from '../../../lib/address/path-to.ts';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { SwitchRow } from '../../../ui/field/switch.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import { ServerStanding, SwitchEndMenu, useSwitchEnd } from '../../control/public.tsx';
import type { CatalogueService, ConfiguredService } from '../tenant-services.ts';

interface EditServiceProps {
  tenant: TenantDetail;
  service: CatalogueService;
}

/** Link in the head of a card to the domains and environments of the service [TEN-36, TEN-49, TEN-50]. */
export function EditService({ tenant, service }: EditServiceProps) {
  return (
    <IconButton
      icon={mdiPencilOutline}
      label={`Edit ${service.displayName}`}
      size={32}
      href={pathTo('/tenant/$id/$service', { id: tenant._id, service: service.slug })}
    />
  );
}

/** A database host with a button that copies it; a dash without one. */
export function DatabaseHost({ host }: { host: string | null | undefined }) {
  if (!host) return '–';
  return (
    <>
      <StatusChip meaning="plain" variant="outline" icon={mdiDatabaseOutline} mono size="small">
        {host}
      </StatusChip>
      <CopyButton text={host} label={`Copy database host ${host}`} small />
    </>
  );
}

/** Link to the site of a service, labelled with its host; opens in a new tab. */
export function ServiceLink({ url }: { url: string | null }) {
  if (url === null) return <span>No domain</span>;
  const host = url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 }}>
      <Link
        variant="plain"
        href={url}
        target="_blank"
        title={url}
        style={{ ...monoText, fontSize: 12, display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0 }}
      >
        <span style={ellipsis}>{host}</span>
        <Icon path={mdiOpenInNew} size={12} label="opens in a new tab" />
      </Link>
      <CopyButton text={host} label={`Copy domain ${host}`} small />
    </span>
  );
}

/** Whether a change of a service's switch waits to be sent. */
export type IsWaiting = (service: CatalogueService['detailKey'], part: 'cron' | 'maintenance') => boolean;

interface ServiceSwitchesProps {
  tenant: TenantDetail;
  entry: ConfiguredService;
  onPatch: (patch: TenantPatch) => void;
  isWaiting: IsWaiting;
}

/** Cron and maintenance of a service, each with its current effect, and whether the servers have them. */
export function ServiceSwitches({ tenant, entry: { service, state }, onPatch, isWaiting }: ServiceSwitchesProps) {
  const disabledReason = useRoleRefusal(updateTenant, 'switch a service');
  const patch = (part: { cron: boolean; until?: string } | { maintenance: boolean; until?: string }) =>
    onPatch({ [service.detailKey]: part });
  const ends = {
    cron: useSwitchEnd(tenant, service.slug, 'cron'),
    maintenance: useSwitchEnd(tenant, service.slug, 'maintenance'),
  };
  return (
    <div>
      <SwitchRow
        label="Cron"
        detail={state.cron ? 'Scheduled tasks run' : <Ending at={ends.cron}>Scheduled tasks do not run</Ending>}
        checked={state.cron}
        pending={isWaiting(service.detailKey, 'cron')}
        disabledReason={disabledReason}
        onChange={(cron) => patch({ cron })}
        action={
          state.cron ? null : (
            <SwitchEndMenu
              what="Cron off"
              end={ends.cron}
              disabledReason={disabledReason}
              onChoose={(until) => patch({ cron: false, ...(until !== undefined && { until }) })}
            />
          )
        }
      />
      <SwitchRow
        label="Maintenance"
        detail={
          state.maintenance ? (
            <Ending at={ends.maintenance}>Members see the maintenance page</Ending>
          ) : (
            'Members can reach the site'
          )
        }
        tone="warn"
        checked={state.maintenance}
        pending={isWaiting(service.detailKey, 'maintenance')}
        disabledReason={disabledReason}
        onChange={(maintenance) => patch({ maintenance })}
        action={
          state.maintenance ? (
            <SwitchEndMenu
              what="Maintenance"
              end={ends.maintenance}
              disabledReason={disabledReason}
              onChoose={(until) => patch({ maintenance: true, ...(until !== undefined && { until }) })}
            />
          ) : null
        }
      />
      <ServerStanding tenant={tenant} service={service.slug} />
    </div>
  );
}

/** The effect of a switch, and when it ends. */
function Ending({ at, children }: { at: Date | null; children: string }) {
  if (at === null) return children;
  return (
    <>
      {children}; ends <RelativeTime at={at} />
    </>
  );
}

const KIND_UNKNOWN = 'The name of the environment does not indicate a type: prod, dev, staging or qa';

/** The kind indicated by an environment's name. */
export function EnvKindTag({ kind }: { kind: EnvKind }) {
  return (
    <Tag tone={envKindTone(kind)} lower title={kind === 'unknown' ? KIND_UNKNOWN : undefined}>
      {kind}
    </Tag>
  );
}

interface EnvironmentNameProps {
  id: number | null;
  names: ReadonlyMap<number, string>;
}

/** An environment's name and kind; a dash for none. */
export function EnvironmentName({ id, names }: EnvironmentNameProps) {
  if (id === null) return <span title="None chosen">–</span>;
  const name = names.get(id);
  if (name === undefined) return <Mono>#{id}</Mono>;
  const kind = envKind(name);
  return (
    <>
      <Mono>{name}</Mono>
      {kind === 'unknown' ? null : <EnvKindTag kind={kind} />}
    </>
  );
}
