import type { Call, CallRequest, CallResponse } from '@mission-control/contract/call';
import type { Topic } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast/toast.ts';
import { toastError } from '../toast/toast-error.ts';
import { api } from './api.ts';
import { invalidateTopics } from './query.ts';

/**
 * Sends a call that changes data of these topics, and refetches dependent queries. Field errors are left to the form.
 * @param done success message; null: none
 */
export function useChange<C extends Call>(
  topics: readonly Topic[],
  call: C,
  done: string | null,
  onDone?: (answer: CallResponse<C>) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: CallRequest<C>) => api.send(call, request),
    onSuccess: (answer) => {
      if (done !== null) toast.success(done);
      onDone?.(answer);
    },
    onError: (error) => (Object.keys(error.fields).length === 0 ? toastError(error) : undefined),
    onSettled: () => invalidateTopics(client, topics),
  });
}
