import { mdiReload } from '@mdi/js';
import { checkMonitor, type MonitorRow } from '@mission-control/contract/monitors/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { visibleText } from '../../../ui/display/visible-text.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { msText } from '../monitor-words.ts';

/** A running worker checks a monitor within 3 s. */
const TIMEOUT_MS = 20_000;

/** Checks a monitor immediately and shows the result. */
export function CheckNowButton({ monitor }: { monitor: MonitorRow }) {
  const { id, active, closed } = monitor;
  const client = useQueryClient();
  const refusal = useRoleRefusal(checkMonitor, 'check a monitor');
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send(checkMonitor, { params: { id } }),
    onSuccess: ({ asked_at: at }) => setAsked(at),
    onError: (error) => toastError(error),
  });
  const [asked, setAsked] = useState<string | null>(null);
  const isDone = asked !== null && monitor.last_check !== null && monitor.last_check >= asked;
  const tellResult = useEffectEvent(() => {
    setAsked(null);
    const { response_time: ms, last_response: response, last_error: error } = monitor;
    if (error) toast.warning(`Checked: ${visibleText(error)}`);
    else toast.success(`Checked: ${[response, ms === null ? null : `in ${msText(ms)}`].filter(Boolean).join(' ')}`);
  });
  useEffect(() => {
    if (isDone) tellResult();
  }, [isDone]);
  const giveUp = useEffectEvent(() => {
    setAsked(null);
    void invalidateTopics(client, [TOPIC.monitor(id)]);
    toast.error(`No worker has checked the monitor within ${TIMEOUT_MS / 1000} s. It is checked once one runs.`);
  });
  useEffect(() => {
    if (asked === null) return;
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <ActionButton
      icon={mdiReload}
      pending={isPending || asked !== null}
      disabledReason={refusal ?? (active === 1 && closed === null ? null : 'The monitor is not being checked')}
      onClick={() => mutate()}
    >
      Check now
    </ActionButton>
  );
}
