import {
  mdiCertificateOutline,
  mdiClockOutline,
  mdiDatabaseOutline,
  mdiSwapHorizontal,
  mdiTableLarge,
  mdiTune,
} from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { licenceExpiry } from '@mission-control/contract/tenants/licence-expiry';
import { bridgeLabel } from '@mission-control/contract/tenants/rules';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { styled } from '../../../ui/styled.ts';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { ServiceBlock } from '../../../ui/service-block.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { color, monoText } from '../../../ui/tokens.ts';
import { configStateQuery } from '../queries.ts';
import { useToday } from '../use-today.ts';
import type { ConfiguredService } from '../tenant-services.ts';
import { ConfigButtons } from './config-buttons.tsx';
import { ConfigDriftBox } from './config-drift-box.tsx';
import { ConfigStateBox } from './config-state-box.tsx';
import { DeleteService } from './delete-service.tsx';
import { EditService } from './edit-service.tsx';
import { EnvironmentName } from './environment-name.tsx';
import { LicenceChip } from './licence-chip.tsx';
import { LogLevelControl } from './log-level-control.tsx';
import { ServiceLink } from './service-link.tsx';
import { ServiceSwitches } from './service-switches.tsx';
import { SyncCentresButton } from './sync-centres-button.tsx';

/** As many columns as fit: the card is narrower beside a side panel than the window tells. */
const Fit = styled('div')({ containerType: 'inline-size' });
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: '16px 32px',
  '& > div': { display: 'flex', flexDirection: 'column', gap: 12 },
  '& > div > :last-child:not(:first-of-type)': { marginTop: 'auto' },
  '@container (min-width:640px)': {
    gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)',
    '& > section': { gridColumn: '1 / -1' },
  },
  '@container (min-width:980px)': {
    gridTemplateColumns: 'minmax(0,1fr) minmax(0,1.1fr) minmax(0,1.1fr)',
    '& > section': { gridColumn: 'auto' },
  },
});

interface CourseproCardProps {
  tenant: TenantDetail;
  entry: ConfiguredService;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
  onPatch: (patch: TenantPatch) => void;
  /** Opens the review of a commit. */
  onCommit: (config: ConfigKindSlug) => void;
}

/** The CoursePro service: versions, places, switches, and whether its servers have the saved config. */
export function CourseproCard({ tenant, entry, names, onPatch, onCommit }: CourseproCardProps) {
  const { service, state, url } = entry;
  const config = useQuery(configStateQuery(tenant._id, 'coursepro'));
  const today = useToday();
  return (
    <Card
      mark={<ServiceBlock letter={service.letter} hue={service.slug} size={32} />}
      title={service.displayName}
      chips={<LicenceChip expiry={licenceExpiry(tenant.licence_expires, today)} variant="tint" />}
      subtitle={<ServiceLink url={url} />}
      actions={
        <>
          <EditService tenant={tenant} service={service} />
          <DeleteService tenant={tenant} service={service} />
        </>
      }
      foot={
        <>
          <ConfigButtons tenant={tenant} config="coursepro" icon={mdiTune} onCommit={onCommit} />
          <ConfigButtons
            tenant={tenant}
            config="licence"
            icon={mdiCertificateOutline}
            open="Licence"
            commit="Commit Licence"
            onCommit={onCommit}
          />
          <ActionButton icon={mdiTableLarge} href={`/tenant/${tenant._id}/coursepro/system`}>
            System table
          </ActionButton>
          <ActionButton icon={mdiClockOutline} href={`/tenant/${tenant._id}/cron`}>
            Cron logs
          </ActionButton>
          <SyncCentresButton tenant={tenant} />
        </>
      }
    >
      <Fit>
        <Columns>
          <KeyValue
            rows={[
              { label: 'Version', value: <Versions app={state.version} db={state.db_version} /> },
              { label: 'Database host', value: chip(state.db_host_label, mdiDatabaseOutline, true) },
              { label: 'Bridge', value: chip(bridgeLabel(state.bridge ?? null), mdiSwapHorizontal, false) },
              { label: 'Web', value: <EnvironmentName id={state.web_environment_id} names={names} /> },
              { label: 'Worker', value: <EnvironmentName id={state.worker_environment_id} names={names} /> },
            ]}
          />
          <div>
            <ServiceSwitches entry={entry} onPatch={onPatch} />
            <ConfigStateBox tenant={tenant} config="coursepro" state={config.error ? null : config.data} />
            <ConfigDriftBox named tenant={tenant} config="licence" />
          </div>
          <LogLevelControl tenant={tenant} />
        </Columns>
      </Fit>
    </Card>
  );
}

function chip(text: string | null | undefined, icon: string, mono: boolean) {
  if (!text) return '–';
  return (
    <StatusChip meaning="plain" variant="outline" icon={icon} mono={mono} size="small">
      {text}
    </StatusChip>
  );
}

function Versions({ app, db }: { app: string | null | undefined; db: string | null | undefined }) {
  return (
    <>
      <span style={monoText}>{app ?? '–'}</span>
      {db ? <span style={{ color: color.text3 }}>DB {db}</span> : null}
    </>
  );
}
