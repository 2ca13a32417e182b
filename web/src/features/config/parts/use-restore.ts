import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { toast } from '../../../ui/toast.ts';
import { configTopic, restore, type ConfigRef } from '../queries.ts';

/** Bringing the state of a revision back as a new one. */
export function useRestore(target: ConfigRef, number: number, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => invalidateTopics(client, [configTopic(target), `tenant:${target.tenantId}`]);
  return useMutation({
    mutationFn: (base: number) => restore(target, number, base),
    onSuccess: async ({ revision, warnings }) => {
      toast.success(`Revision ${number} is restored as revision ${revision}`, {
        detail: 'The servers are as they were. Commit publishes it.',
      });
      for (const warning of warnings) toast.warning(warning);
      onDone();
      await refresh();
    },
    onError: async (error) => {
      toastError(error);
      await refresh();
    },
  });
}
