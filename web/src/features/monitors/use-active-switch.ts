import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { sendActive } from './queries.ts';

/** The active switch: it stands where it was put until the answer is there, and goes back when that is a refusal [MON-15]. */
export function useActiveSwitch({ id, active }: MonitorRow) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (wanted: boolean) => sendActive(id, wanted),
    onSuccess: ({ error = [] }) => {
      for (const message of error) toast.error(message);
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [`monitor:${id}`, 'monitors']),
  });
  return {
    checked: isPending ? variables : active === 1,
    pending: isPending,
    onChange: (wanted: boolean) => mutate(wanted),
  };
}
