import { roleIncludes } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import { changeView, deleteView, saveView, useView as storeUse } from '@mission-control/contract/views/calls';
import type { NewView, SavedView, ViewChange, ViewUse } from '@mission-control/contract/views/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { useConsole } from '../../lib/role-refusal.ts';

/** Whether the user may share views; the server enforces it. */
export function useMayShare(): boolean {
  const role = useConsole()?.role;
  return role !== undefined && roleIncludes(role, 'operator');
}

/** Mutations of views; each refetches them. */
export function useViewChanges() {
  const client = useQueryClient();
  const refresh = () => invalidateTopics(client, [TOPIC.views]);
  const failed = (error: ApiError) => {
    toastError(error);
    void refresh();
  };
  return {
    save: useMutation({ mutationFn: (body: NewView) => api.send(saveView, { body }), onSuccess: refresh }),
    change: useMutation({
      mutationFn: ({ _id: view, revision, ...rest }: SavedView & Partial<ViewChange>) => {
        const { name, search, shared } = rest;
        return api.send(changeView, { params: { view }, body: { name, search, shared, revision } });
      },
      onSuccess: refresh,
      onError: failed,
    }),
    remove: useMutation({
      mutationFn: ({ _id: view }: SavedView) => api.send(deleteView, { params: { view } }),
      onSuccess: refresh,
      onError: failed,
    }),
    use: useMutation({
      mutationFn: ({ _id: view, ...body }: Pick<SavedView, '_id'> & ViewUse) =>
        api.send(storeUse, { params: { view }, body }),
      onSuccess: refresh,
      onError: failed,
    }),
  };
}
