import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import { SwitchRow } from '../../../../ui/field/labelled-switch.tsx';
import type { ConfiguredService } from '../../tenant-services.ts';

interface ServiceSwitchesProps {
  entry: ConfiguredService;
  onPatch: (patch: TenantPatch) => void;
}

/** Cron and maintenance of a service, each with what it means right now. */
export function ServiceSwitches({ entry: { service, state }, onPatch }: ServiceSwitchesProps) {
  const patch = (part: { cron: boolean } | { maintenance: boolean }) => onPatch({ [service.detailKey]: part });
  return (
    <div>
      <SwitchRow
        label="Cron"
        detail={state.cron ? 'Scheduled tasks run' : 'Scheduled tasks do not run'}
        checked={state.cron}
        onChange={(cron) => patch({ cron })}
      />
      <SwitchRow
        label="Maintenance"
        detail={state.maintenance ? 'Members see the maintenance page' : 'Members can reach the site'}
        tone="warn"
        checked={state.maintenance}
        onChange={(maintenance) => patch({ maintenance })}
      />
    </div>
  );
}
