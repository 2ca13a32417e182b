import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiCertificateOutline, mdiClockOutline, mdiSwapHorizontal, mdiTableLarge, mdiTune, mdiSync } from '@mdi/js';
import { licenceExpiry } from '@mission-control/contract/config/licence-expiry';
import { syncCentres } from '@mission-control/contract/services/calls';
import { CENTRES_SYNCED, centreSyncFailed } from '@mission-control/contract/services/rules';
import { bridgeLabel } from '@mission-control/contract/tenants/rules';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import { useMutation } from '@tanstack/react-query';
import { pathTo } from '../../../lib/address/path-to.ts';
import { api } from '../../../lib/api/api.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useToday } from '../../../lib/tenant/use-today.ts';
import { Fit, ThreeColumns } from './card-columns.ts';
import { RunningVersion } from '../../../lib/tenant/running-version.tsx';
import { LicenceChip } from '../../../lib/tenant/licence-chip.tsx';
import { ConfigButtons, ConfigDriftBox, ConfigStateBox } from '../../config/public.tsx';
import { DeleteService } from './delete-service.tsx';
import { LogLevelControl } from '../../control/public.tsx';
import type { ServiceCardProps } from './service-card.tsx';
import { DatabaseHost, EditService, EnvironmentName, ServiceLink, ServiceSwitches } from './card-parts.tsx';

/** At the end of the footer; on a phone in a row of its own. */
const AtEnd = styled('div')({
  display: 'grid',
  marginLeft: 'auto',
  [narrow]: { marginLeft: 0, gridColumn: '1 / -1' },
});

/** Copies centres and languages from CoursePro to Strive, for a tenant that has both [TEN-45, TEN-71, TEN-72]. */
function SyncCentresButton({ tenant }: { tenant: TenantDetail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send(syncCentres, { params: { id: tenant._id } }),
    onSuccess: ({ ok, message }) => {
      if (ok) toast.success(CENTRES_SYNCED);
      else toast.error(centreSyncFailed(message));
    },
    onError: (error) => toastError(error),
  });
  const refusal = useRoleRefusal(syncCentres, 'sync centres');
  if (!tenant.coursepro_tenant || !tenant.strive_tenant) return null;
  return (
    <AtEnd>
      <ActionButton icon={mdiSync} pending={isPending} disabledReason={refusal} onClick={() => mutate()}>
        Sync Centres and Languages
      </ActionButton>
    </AtEnd>
  );
}

/** The CoursePro service: versions, places, switches, and whether its servers have the saved config. */
export function CourseproCard({ tenant, entry, names, onPatch, isWaiting, onCommit }: ServiceCardProps) {
  const { service, state, url } = entry;
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
      footer={
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
          <ActionButton icon={mdiTableLarge} href={pathTo('/tenant/$id/coursepro/system', { id: tenant._id })}>
            System table
          </ActionButton>
          <ActionButton icon={mdiClockOutline} href={pathTo('/tenant/$id/cron', { id: tenant._id })}>
            Cron logs
          </ActionButton>
          <SyncCentresButton tenant={tenant} />
        </>
      }
    >
      <Fit>
        <ThreeColumns>
          <KeyValue
            rows={[
              { label: 'Version', value: <Versions state={state} /> },
              { label: 'Database host', value: <DatabaseHost host={state.db_host_label} /> },
              { label: 'Bridge', value: <Bridge name={bridgeLabel(state.bridge ?? null)} /> },
              { label: 'Web', value: <EnvironmentName id={state.web_environment_id} names={names} /> },
              { label: 'Worker', value: <EnvironmentName id={state.worker_environment_id} names={names} /> },
            ]}
          />
          <div>
            <ServiceSwitches {...{ tenant, entry, onPatch, isWaiting }} />
            <ConfigStateBox tenant={tenant} config="coursepro" />
            <ConfigDriftBox named tenant={tenant} config="licence" />
          </div>
          <LogLevelControl tenant={tenant} />
        </ThreeColumns>
      </Fit>
    </Card>
  );
}

function Bridge({ name }: { name: string }) {
  if (!name) return '–';
  return (
    <StatusChip meaning="plain" variant="outline" icon={mdiSwapHorizontal} size="small">
      {name}
    </StatusChip>
  );
}

function Versions({ state }: { state: TenantService }) {
  const { version, wanted_version: wanted, db_version: db } = state;
  return (
    <>
      <RunningVersion long runs={version} wanted={wanted} />
      {db ? <span style={{ color: color.text3 }}>DB {db}</span> : null}
      {version ? null : <span style={{ color: color.text3 }}>not reported yet</span>}
    </>
  );
}
