import type { Call, CallRequest, CallResponse } from '@mission-control/contract/call';
import type { Topic } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWhileMounted } from '../../ui/dialog/use-dialog.ts';
import { toast } from '../../ui/toast/toast.ts';
import { toastError } from '../toast/toast-error.ts';
import { api } from './api.ts';
import { invalidateTopics } from './query.ts';

/** Clears the error of a call after an edit. A call under way stays pending, so that it is not sent twice. */
export function clearError({ isError, reset }: { isError: boolean; reset: () => void }): void {
  if (isError) reset();
}

/**
 * Sends a call that changes data of these topics, and refetches dependent queries. Field errors are left to the form.
 * @param done success message, or what reports the response; null: none
 * @param onDone closes what sent the call; not called once that is unmounted
 */
export function useChange<C extends Call>(
  topics: readonly Topic[],
  call: C,
  done: string | null | ((answer: CallResponse<C>) => void),
  onDone?: (answer: CallResponse<C>) => void,
) {
  const client = useQueryClient();
  const close = useWhileMounted((answer: CallResponse<C>) => onDone?.(answer));
  return useMutation({
    mutationFn: (request: CallRequest<C>) => api.send(call, request),
    onSuccess: (answer) => {
      if (typeof done === 'string') toast.success(done);
      else done?.(answer);
      close(answer);
    },
    onError: (error) => (Object.keys(error.fields).length === 0 ? toastError(error) : undefined),
    onSettled: () => invalidateTopics(client, topics),
  });
}
