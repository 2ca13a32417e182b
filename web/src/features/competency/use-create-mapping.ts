import { mappingCreated } from '@mission-control/contract/competency/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { COMPETENCY_TOPIC, sendMapping } from './queries.ts';

/** Makes a mapping and says so; a refusal is told in the words of the server [CMP-06, CMP-07]. */
export function useCreateMapping(onCreated: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ from, to }: { from: number; to: number }) => sendMapping(from, to),
    onSuccess: async ({ from, to }) => {
      toast.success(mappingCreated(from, to));
      onCreated();
      await invalidateTopics(client, [COMPETENCY_TOPIC]);
    },
    onError: (error) => toastError(error),
  });
}
