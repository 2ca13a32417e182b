import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { publishConfig } from './queries.ts';

/** Publishes a config and says how it went [TEN-78, C-080]; afterwards the Commit button goes by itself. */
export function useCommit(tenantId: number, service: ConfigKindSlug, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => publishConfig(tenantId, service),
    onSuccess: ({ servers }) => {
      const confirmed = servers.filter(({ ok }) => ok).length;
      toast.success('Config successfully exported', { detail: `${confirmed} of ${servers.length} servers confirmed` });
      onDone();
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [`tenant:${tenantId}`, `config:${tenantId}:${service}`]),
  });
}
