import { tagCreated, tagFailed } from '@mission-control/contract/releases/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { RELEASES, sendTag } from './queries.ts';

/** Creates a tag and says how it went [REL-10, REL-11]. */
export function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendTag,
    onSuccess: (_, { tag }) => toast.success(tagCreated(tag)),
    onError: (error) => toastFailure(error, (reason) => tagFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [RELEASES]),
  });
}
