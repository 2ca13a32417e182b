import { getControl, sendControl } from '@mission-control/contract/control/calls';
import type { ControlledServer } from '@mission-control/contract/control/schema';
import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiServerOff, mdiSync } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../lib/who-may.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, meaningColor } from '../../ui/theme/tokens.ts';

const Standing = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  '& > svg': { flex: 'none' },
  '& > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

const servers = (count: number): string => `${count} server${count === 1 ? '' : 's'}`;
const hosts = (some: readonly ControlledServer[]): string => some.map(({ host }) => host).join(', ');

/** Whether the servers of a service have its switches as they are shown here (C-128). */
export function ServerStanding({ tenant, service }: { tenant: TenantDetail; service: string }) {
  const client = useQueryClient();
  const query = queryOf(getControl, { params: { id: tenant._id } });
  const { data } = useQuery(query);
  const refusal = useRoleRefusal(sendControl, 'send the switches');
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send(sendControl, { params: { id: tenant._id } }),
    onSuccess: (standing) => client.setQueryData(query.queryKey, standing),
    onError: (error) => toastError(error),
  });
  const found = data?.services.find((one) => one.service === service)?.servers;
  // Keeps its height while it loads.
  if (!found) return <Standing aria-hidden />;
  const of = (state: ControlledServer['state']) => found.filter((server) => server.state === state);
  const [failed, waiting, untold] = [of('failed'), of('waiting'), of('untold')];
  const send = (label: string) => (
    <ActionButton variant="ghost" size="small" pending={isPending} disabledReason={refusal} onClick={() => mutate()}>
      {label}
    </ActionButton>
  );
  const title = found.map(({ host, state, error }) => `${host}: ${error ?? state}`).join('\n');
  if (found.length === 0)
    return (
      <Standing>
        <Icon path={mdiServerOff} size={14} />
        <span>No server to tell: the service has no environment with servers</span>
      </Standing>
    );
  if (failed.length > 0)
    return (
      <Standing title={title}>
        <Icon path={mdiAlertCircleOutline} size={14} color={meaningColor.bad.main} />
        <span>
          Not confirmed by {hosts(failed)}: {failed[0]?.error} The console goes on trying.
        </span>
        {send('Try now')}
      </Standing>
    );
  if (waiting.length > 0)
    return (
      <Standing title={title}>
        <Icon path={mdiSync} size={14} color={meaningColor.notice.main} />
        <span>Waiting for {waiting.length > 2 ? servers(waiting.length) : hosts(waiting)} to confirm</span>
      </Standing>
    );
  if (untold.length > 0)
    return (
      <Standing title={title}>
        <Icon path={mdiServerOff} size={14} />
        <span>
          {untold.length === found.length
            ? 'The servers have'
            : `${hosts(untold)} ${untold.length === 1 ? 'has' : 'have'}`}{' '}
          not been told yet
        </span>
        {send('Send now')}
      </Standing>
    );
  const last = found.reduce((at, { since }) => (since !== null && since > at ? since : at), '');
  return (
    <Standing title={title}>
      <Icon path={mdiCheckCircleOutline} size={14} color={meaningColor.good.main} />
      <span>
        Confirmed by {servers(found.length)} <RelativeTime at={last} />
      </span>
    </Standing>
  );
}
