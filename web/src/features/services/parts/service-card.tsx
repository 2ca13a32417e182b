import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { pathTo } from '../../../lib/address/path-to.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { domainsText, type ConfiguredService } from '../tenant-services.ts';
import { Fit, TwoColumns } from './card-columns.ts';
import { ConfigButtons, ConfigStateBox, ValidateButton } from '../../config/public.tsx';
import { DeleteService } from './delete-service.tsx';
import {
  DatabaseHost,
  EditService,
  EnvironmentName,
  ServiceLink,
  ServiceSwitches,
  type IsWaiting,
} from './card-parts.tsx';

export interface ServiceCardProps {
  tenant: TenantDetail;
  entry: ConfiguredService;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
  onPatch: (patch: TenantPatch) => void;
  isWaiting: IsWaiting;
  /** Opens the review of a commit. */
  onCommit: (config: ConfigKindSlug) => void;
}

/** A service other than CoursePro: its site, its environments, and the features listed in its catalogue row [TEN-47..50]. */
export function ServiceCard({ tenant, entry, names, onPatch, isWaiting, onCommit }: ServiceCardProps) {
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
      footer={
        config ? (
          <>
            <ConfigButtons tenant={tenant} config={config.slug} onCommit={onCommit} />
            {config.slug === 'homeportal2' ? (
              <>
                <ValidateButton tenantId={tenant._id} config={config.slug} label={config.label} />
                <ActionButton href={pathTo('/tenant/$id/homeportal2/branding', { id: tenant._id })}>
                  Branding
                </ActionButton>
              </>
            ) : null}
          </>
        ) : null
      }
    >
      <Fit>
        <TwoColumns>
          <KeyValue
            // Narrow, so that on a phone the kind of an environment with a long name still fits beside it.
            labelWidth={64}
            rows={[
              { label: 'Web', value: <EnvironmentName id={state.web_environment_id} names={names} /> },
              service.environmentTypes.worker !== null && {
                label: 'Worker',
                value: <EnvironmentName id={state.worker_environment_id} names={names} />,
              },
              service.hasDatabase && { label: 'Database', value: <DatabaseHost host={state.db_host_label} /> },
              { label: 'Domains', value: domainsText(tenant.domains[service.slug]) },
            ]}
          />
          {service.hasSwitches || config ? (
            <div>
              {service.hasSwitches ? <ServiceSwitches {...{ tenant, entry, onPatch, isWaiting }} /> : null}
              {config ? (
                <div>
                  <ConfigStateBox tenant={tenant} config={config.slug} />
                </div>
              ) : null}
            </div>
          ) : null}
        </TwoColumns>
      </Fit>
    </Card>
  );
}
