import type { Call, CallRequest, CallResponse } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';

const TOPICS = [TOPIC.alerts, TOPIC.alertRules, TOPIC.alertChannels];

/** Sends a call that changes alerts, rules or channels, and refetches what shows them. @param done wording of the success; null: none */
export function useAlertChange<C extends Call>(
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
    onSettled: () => invalidateTopics(client, TOPICS),
  });
}
