import { getControl, sendControl } from '@mission-control/contract/control/calls';
import type { ControlledServer } from '@mission-control/contract/control/schema';
import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiServerOff, mdiSync } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../lib/role-refusal.ts';
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

const hosts = (some: readonly ControlledServer[]): string => some.map(({ host }) => host).join(', ');

interface Summary {
  icon: string;
  tone?: string;
  text: ReactNode;
  /** Label of the button that sends the switches. */
  send?: string;
}

/** The worst state of any server; the tooltip lists all of them. */
function summaryOf(found: readonly ControlledServer[]): Summary {
  const of = (state: ControlledServer['state']) => found.filter((server) => server.state === state);
  const [failed, waiting, untold] = [of('failed'), of('waiting'), of('untold')];
  if (found.length === 0)
    return { icon: mdiServerOff, text: 'No server to notify: the service has no environment with servers' };
  if (failed.length > 0)
    return {
      icon: mdiAlertCircleOutline,
      tone: meaningColor.bad.main,
      text: `Not confirmed by ${hosts(failed)}: ${failed[0]?.error} The console keeps trying.`,
      send: 'Try now',
    };
  if (waiting.length > 0) {
    const whom = waiting.length > 2 ? countText(waiting.length, 'server') : hosts(waiting);
    return { icon: mdiSync, tone: meaningColor.notice.main, text: `Waiting for ${whom} to confirm` };
  }
  if (untold.length > 0) {
    const who =
      untold.length === found.length ? 'The servers have' : `${hosts(untold)} ${untold.length === 1 ? 'has' : 'have'}`;
    return { icon: mdiServerOff, text: `${who} not been notified yet`, send: 'Send now' };
  }
  const last = found.reduce((at, { since }) => (since !== null && since > at ? since : at), '');
  const text = (
    <>
      Confirmed by {countText(found.length, 'server')} <RelativeTime at={last} />
    </>
  );
  return { icon: mdiCheckCircleOutline, tone: meaningColor.good.main, text };
}

/** Whether the servers of a service have its switches as they are shown here (C-128). */
export function ServerStanding({ tenant, service }: { tenant: TenantDetail; service: string }) {
  const client = useQueryClient();
  const query = queryOf(getControl, { params: { id: tenant._id } });
  const { data, isError, refetch } = useQuery(query);
  const refusal = useRoleRefusal(sendControl, 'send the switches');
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send(sendControl, { params: { id: tenant._id } }),
    onSuccess: (standing) => client.setQueryData(query.queryKey, standing),
    onError: (error) => toastError(error),
  });
  const found = data?.services.find((one) => one.service === service)?.servers;
  if (!found && isError)
    return (
      <Standing>
        <Icon path={mdiAlertCircleOutline} size={14} />
        <span>The state of the servers could not be loaded</span>
        <ActionButton variant="ghost" size="small" onClick={() => void refetch()}>
          Retry
        </ActionButton>
      </Standing>
    );
  // Keeps its height while it loads.
  if (!found) return <Standing aria-hidden />;
  const { icon, tone, text, send } = summaryOf(found);
  return (
    <Standing title={found.map(({ host, state, error }) => `${host}: ${error ?? state}`).join('\n')}>
      <Icon path={icon} size={14} {...(tone !== undefined && { color: tone })} />
      <span>{text}</span>
      {send === undefined ? null : (
        <ActionButton
          variant="ghost"
          size="small"
          pending={isPending}
          disabledReason={refusal}
          onClick={() => mutate()}
        >
          {send}
        </ActionButton>
      )}
    </Standing>
  );
}
