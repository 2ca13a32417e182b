import { TOPIC } from '@mission-control/contract/topics';
import { listBranches } from '@mission-control/contract/releases/calls';
import { suggestTag, tagFault, tagRefusal, tagCreated, tagFailed } from '@mission-control/contract/releases/rules';
import type { TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateTopics, queryOf } from '../../lib/api/query.ts';
import { toastFailure } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { sendTag } from './queries.ts';
import type { useReleaseOrder } from './use-release-order.ts';

/** Creates a tag and reports the result [REL-10, REL-11]. */
function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendTag,
    onSuccess: (_, { tag }) => toast.success(tagCreated(tag)),
    onError: (error) => toastFailure(error, (reason) => tagFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [TOPIC.releases]),
  });
}

/** State of the new-tag form: branches, typed or suggested name, and why it cannot be created yet [REL-06, REL-09]. */
export function useTagForm(
  order: ReturnType<typeof useReleaseOrder>,
  tags: readonly TagRow[] | undefined,
  versions: readonly VersionRow[],
) {
  const { app } = order;
  // The typed name and its app: another app gets its own suggestion.
  const [typed, setTyped] = useState<{ app: string; tag: string } | null>(null);
  const create = useCreateTag();
  const { data, error } = useQuery({
    ...queryOf(listBranches, { query: { app: app ?? 'coursepro' } }),
    enabled: app !== null,
  });
  const names = app === null ? undefined : data?.branches.map(({ name }) => name);
  const branch = names?.includes(order.branch) ? order.branch : '';
  const suggested = suggestTag(tags ?? []);
  const text = typed !== null && typed.app === app ? typed.tag : suggested;
  const tag = text.trim();
  const fault = app === null || tag === '' ? null : tagFault(tag);
  const missing = missingOf(app, branch, tag);
  const submit = () => {
    if (app === null || missing !== null || fault !== null || create.isPending) return;
    const refusal = tagRefusal(tag, tags ?? [], versions);
    if (refusal !== null) {
      toast.error(refusal);
      return;
    }
    const onSuccess = () => {
      setTyped(null);
      order.setTag(tag);
    };
    create.mutate({ app, branch, tag }, { onSuccess });
  };
  return {
    branches: { value: branch, names, leftOut: (app === null ? 0 : data?.left_out) ?? 0, error },
    suggested,
    text,
    type: (next: string) => setTyped({ app: app ?? '', tag: next }),
    fault,
    refusal: missing ?? fault,
    pending: create.isPending,
    submit,
  };
}

function missingOf(app: string | null, branch: string, tag: string): string | null {
  if (app === null) return 'Choose an app first.';
  if (branch === '') return 'Choose a branch first.';
  return tag === '' ? 'Enter a tag first.' : null;
}
