import { roleIncludes } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import { changeView, deleteView, saveView, useView as storeUse } from '@mission-control/contract/views/calls';
import type { SavedView } from '@mission-control/contract/views/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useConsole } from '../../lib/role-refusal.ts';
import { toastError } from '../../lib/toast/toast-error.ts';

const TOPICS = [TOPIC.views];

/** Whether the user may share views; the server enforces it. */
export function useMayShare(): boolean {
  const role = useConsole()?.role;
  return role !== undefined && roleIncludes(role, 'operator');
}

/** Mutations of views; each refetches them. */
export function useViewChanges() {
  const client = useQueryClient();
  return {
    save: useChange(TOPICS, saveView, null),
    change: useMutation({
      mutationFn: ({ _id: view, name, search, shared, revision }: SavedView) =>
        api.send(changeView, { params: { view }, body: { name, search, shared, revision } }),
      // The form shows what is wrong with the name.
      onError: (error) => (error.fields.name === undefined ? toastError(error) : undefined),
      onSettled: () => invalidateTopics(client, TOPICS),
    }),
    remove: useChange(TOPICS, deleteView, null),
    use: useChange(TOPICS, storeUse, null),
  };
}
