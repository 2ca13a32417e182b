import { checkVerdict } from '@mission-control/contract/config/check-verdict';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { toast } from '../../../ui/toast.ts';
import { check, configTopic, type ConfigRef } from '../queries.ts';

const TOASTS = { good: 'success', warn: 'warning', bad: 'error' } as const;

/** Has the servers read again and says what they have. */
export function useCheck(target: ConfigRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => check(target),
    onSuccess: (answer) => {
      const { meaning, text, detail } = checkVerdict(answer);
      toast[TOASTS[meaning]](text, { detail });
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [configTopic(target), `tenant:${target.tenantId}`]),
  });
}
