import { mdiDatabaseOutline } from '@mdi/js';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { ServiceBlock } from '../../../ui/service-block.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { configStateQuery } from '../queries.ts';
import type { ConfiguredService } from '../tenant-services.ts';
import { ConfigButtons } from './config-buttons.tsx';
import { ConfigStateBox } from './config-state-box.tsx';
import { DeleteService } from './delete-service.tsx';
import { EditService } from './edit-service.tsx';
import { EnvironmentName } from './environment-name.tsx';
import { ServiceLink } from './service-link.tsx';
import { ServiceSwitches } from './service-switches.tsx';
import { ValidateButton } from './validate-button.tsx';

interface ServiceCardProps {
  tenant: TenantDetail;
  entry: ConfiguredService;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
  onPatch: (patch: TenantPatch) => void;
  /** Opens the review of a commit. */
  onCommit: (config: ConfigKindSlug) => void;
}

/** A service other than CoursePro: its site, where it runs, and what its row of the catalogue says it has [TEN-47..50]. */
export function ServiceCard({ tenant, entry, names, onPatch, onCommit }: ServiceCardProps) {
  const { service, state, url } = entry;
  // The portals have no config (C-010).
  const config = findConfigKind(service.slug);
  return (
    <Card
      mark={<ServiceBlock letter={service.letter} hue={service.slug} size={32} />}
      title={service.displayName}
      subtitle={<ServiceLink url={url} />}
      actions={
        <>
          <EditService tenant={tenant} service={service} />
          <DeleteService tenant={tenant} service={service} />
        </>
      }
      state={config ? <ConfigFacts tenant={tenant} config={config.slug} /> : null}
      foot={
        config ? (
          <>
            <ConfigButtons tenant={tenant} config={config.slug} onCommit={onCommit} />
            {config.slug === 'homeportal2' ? (
              <>
                <ValidateButton tenantId={tenant._id} config={config.slug} label={config.label} />
                <ActionButton href={`/tenant/${tenant._id}/homeportal2/branding`}>Branding</ActionButton>
              </>
            ) : null}
          </>
        ) : null
      }
    >
      <KeyValue
        // Short labels: a long name of an environment keeps its kind beside it on a phone.
        labelWidth={64}
        rows={[
          { label: 'Web', value: <EnvironmentName id={state.web_environment_id} names={names} /> },
          service.environmentTypes.worker !== null && {
            label: 'Worker',
            value: <EnvironmentName id={state.worker_environment_id} names={names} />,
          },
          service.hasDatabase && { label: 'Database', value: <Database host={state.db_host_label} /> },
        ]}
      />
      {service.hasSwitches ? <ServiceSwitches entry={entry} onPatch={onPatch} /> : null}
    </Card>
  );
}

function ConfigFacts({ tenant, config }: { tenant: TenantDetail; config: ConfigKindSlug }) {
  const { data, error } = useQuery(configStateQuery(tenant._id, config));
  return <ConfigStateBox tenant={tenant} config={config} state={error ? null : data} />;
}

function Database({ host }: { host: string | null | undefined }) {
  if (!host) return '–';
  return (
    <StatusChip meaning="plain" variant="outline" icon={mdiDatabaseOutline} mono size="small">
      {host}
    </StatusChip>
  );
}
