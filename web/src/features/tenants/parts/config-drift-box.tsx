import { mdiFileAlertOutline } from '@mdi/js';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { ActionButton } from '../../../ui/action-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StateBox } from '../../../ui/state-box.tsx';
import { styled } from '../../../ui/styled.ts';
import { useCheckConfig } from '../use-check-config.ts';

interface ConfigDriftBoxProps {
  tenant: TenantDetail;
  config: ConfigKindSlug;
  /** Name the config too: the card has several. */
  named?: boolean;
}

const Hosts = styled('span')({ display: 'block', overflowWrap: 'anywhere' });
const Actions = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 6 });

/** On which servers somebody changed the committed file by hand; nothing when there is none. A commit puts it right. */
export function ConfigDriftBox({ tenant, config, named = false }: ConfigDriftBoxProps) {
  const drift = tenant.config_drift[config];
  const check = useCheckConfig(tenant._id, config);
  if (!drift) return null;
  const label = findConfigKind(config)?.label;
  return (
    <StateBox
      meaning="bad"
      icon={mdiFileAlertOutline}
      title={<strong>{named ? `${label}: changed on the server` : 'Changed on the server'}</strong>}
      detail={
        <>
          <Hosts>
            {drift.hosts.join(', ')}, found <RelativeTime at={drift.found_at} />
          </Hosts>
          <Actions>
            <ActionButton
              size="small"
              href={`/tenant/${tenant._id}/${config}/config?view=servers`}
              aria-label={`Compare the ${label} config with its servers`}
            >
              Compare
            </ActionButton>
            <ActionButton size="small" variant="ghost" pending={check.isPending} onClick={() => check.mutate()}>
              Check now
            </ActionButton>
          </Actions>
        </>
      }
    />
  );
}
