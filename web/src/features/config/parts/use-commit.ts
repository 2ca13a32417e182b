import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { toast } from '../../../ui/toast.ts';
import { commit, configTopic, type ConfigRef } from '../queries.ts';

/** Publishing the saved config to its servers. */
export function useCommit(target: ConfigRef, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => invalidateTopics(client, [configTopic(target), `tenant:${target.tenantId}`]);
  return useMutation({
    mutationFn: () => commit(target),
    onSuccess: async ({ servers }) => {
      const confirmed = servers.filter((server) => server.ok).length;
      toast.success('Config successfully exported', { detail: `${confirmed} of ${servers.length} servers confirmed` });
      onDone();
      await refresh();
    },
    onError: async (error) => {
      toastError(error);
      await refresh();
    },
  });
}

export type Committing = ReturnType<typeof useCommit>;
