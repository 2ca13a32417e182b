import type { Call, CallRequest } from '@mission-control/contract/call';
import { deletePerson, restorePerson } from '@mission-control/contract/people/calls';
import type { Person } from '@mission-control/contract/people/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { useWhileMounted } from '../../ui/dialog/use-dialog.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { useIdentityCheck } from './parts/identity-check.tsx';

/** Sends a call that changes accounts or sessions, reports the result, and refetches the affected queries. @param done success message */
export function useAccountChange<C extends Call>(
  call: C,
  done: string,
  onDone?: () => void,
  send: ReturnType<typeof useIdentityCheck>['send'] = (change) => change(),
) {
  const client = useQueryClient();
  const close = useWhileMounted(() => onDone?.());
  return useMutation({
    mutationFn: (request: CallRequest<C>) => send(() => api.send(call, request)),
    onSuccess: () => {
      toast.success(done);
      close();
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [TOPIC.users, TOPIC.sessions, TOPIC.tokens]),
  });
}

/** Deletes a person; the toast offers an undo. */
export function useDeletePerson({ id, name }: Person, onDone: () => void) {
  const client = useQueryClient();
  const close = useWhileMounted(onDone);
  const reread = () => invalidateTopics(client, [TOPIC.users, TOPIC.sessions]);
  const restore = async () => {
    try {
      await api.send(restorePerson, { params: { id } });
      toast.success(`${name} restored`);
    } catch (error) {
      toastError(error);
    }
    await reread();
  };
  return useMutation({
    mutationFn: () => api.send(deletePerson, { params: { id } }),
    onSuccess: () => {
      toast.success(`${name} deleted`, { action: { label: 'Undo', onClick: () => void restore() } });
      close();
    },
    onError: (error) => toastError(error),
    onSettled: reread,
  });
}
