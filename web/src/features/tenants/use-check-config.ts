import { checkConfig } from '@mission-control/contract/config/calls';
import { checkVerdict } from '@mission-control/contract/config/check-verdict';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';

const TOASTS = { good: 'success', warn: 'warning', bad: 'error' } as const;

/** Has the servers of a config read again and says what they have. */
export function useCheckConfig(id: number, service: ConfigKindSlug) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.send(checkConfig, { params: { id, service } }, { timeoutMs: 60_000 }),
    onSuccess: (answer) => {
      const { meaning, text, detail } = checkVerdict(answer);
      toast[TOASTS[meaning]](text, { detail });
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [`tenant:${id}`]),
  });
}
