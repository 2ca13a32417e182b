import { mdiFileAlertOutline } from '@mdi/js';
import { checkConfig } from '@mission-control/contract/config/calls';
import { checkVerdict } from '@mission-control/contract/config/check-verdict';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api/api.ts';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { StateBox } from '../../../../ui/layout/state-box.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { toast } from '../../../../ui/toast/toast.ts';

const TOASTS = { good: 'success', warn: 'warning', bad: 'error' } as const;

/** Re-reads a config from its servers and reports the result. */
function useCheckConfig(id: number, service: ConfigKindSlug) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.send(checkConfig, { params: { id, service } }),
    onSuccess: (answer) => {
      const { meaning, text, detail } = checkVerdict(answer);
      toast[TOASTS[meaning]](text, { detail });
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [TOPIC.tenant(id)]),
  });
}

interface ConfigDriftBoxProps {
  tenant: TenantDetail;
  config: ConfigKindSlug;
  /** Names the config too: the card has several. */
  named?: boolean;
}

const Hosts = styled('span')({ display: 'block', overflowWrap: 'anywhere' });
const Actions = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 6 });

/** Servers whose committed file was changed by hand; nothing when there are none. A commit overwrites it. */
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
