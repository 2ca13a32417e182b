import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { publishedDetail } from '@mission-control/contract/config/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { useWhileMounted } from '../../../../ui/dialog/use-dialog.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { commit, configTopics, type ConfigRef } from '../../queries.ts';

/** Publishing the saved config to its servers. */
export function useCommit(
  target: ConfigRef,
  kind: Pick<ConfigKind, 'slug' | 'label'>,
  tenantName: string,
  onDone: () => void,
) {
  const client = useQueryClient();
  const close = useWhileMounted(onDone);
  const refresh = () => invalidateTopics(client, configTopics(target));
  return useMutation({
    mutationFn: () => commit(target),
    onSuccess: async ({ servers }) => {
      const detail = publishedDetail(kind, tenantName, servers);
      toast.success('Config successfully exported', { detail });
      close();
      await refresh();
    },
    onError: async (error) => {
      toastError(error);
      await refresh();
    },
  });
}

export type Committing = ReturnType<typeof useCommit>;
