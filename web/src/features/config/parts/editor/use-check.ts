import { checkVerdict } from '@mission-control/contract/config/check-verdict';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { check, configTopics, type ConfigRef } from '../../queries.ts';

const TOASTS = { good: 'success', warn: 'warning', bad: 'error' } as const;

/** Re-reads the servers and reports the result. */
export function useCheck(target: ConfigRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => check(target),
    onSuccess: (answer) => {
      const { meaning, text, detail } = checkVerdict(answer);
      toast[TOASTS[meaning]](text, { detail });
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, configTopics(target)),
  });
}
