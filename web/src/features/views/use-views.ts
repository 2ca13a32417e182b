import { roleIncludes } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import {
  changeView,
  deleteView,
  listViews,
  saveView,
  useView as storeUse,
} from '@mission-control/contract/views/calls';
import type { ViewPage } from '@mission-control/contract/views/rules';
import type { NewView, SavedView, ViewChange, ViewUse } from '@mission-control/contract/views/schema';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { defaultParseSearch, defaultStringifySearch, useRouterState } from '@tanstack/react-router';
import { api } from '../../lib/api/api.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import { invalidateTopics, queryOf } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { useConsole } from '../../lib/who-may.ts';

/** Parts of an address that say what is open rather than what is listed. */
const PASSING = new Set(['page', 'panel', 'dialog', 'database', 'id']);

/**
 * The plain address of the tenant list shows what the browser remembers (C-067), which a view must not depend on.
 */
const PLAIN: Partial<Record<ViewPage, Record<string, unknown>>> = { tenants: { inactive: false } };

/** The query of an address as a view keeps it: one text for one meaning. */
export function viewSearch(page: ViewPage, search: string, also: Record<string, unknown> = {}): string {
  const kept = Object.entries({ ...also, ...defaultParseSearch(search) }).filter(([key]) => !PASSING.has(key));
  const sorted = kept.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return defaultStringifySearch(sorted.length === 0 ? (PLAIN[page] ?? {}) : Object.fromEntries(sorted)).replace(
    /^\?/,
    '',
  );
}

/** Views of a page, and which of them is shown. */
export function useViews(page: ViewPage, also?: Record<string, unknown>) {
  const { data, error } = useQuery(queryOf(listViews, {}));
  const search = useRouterState({ select: ({ location }) => viewSearch(page, location.searchStr, also) });
  const views = data?.data.filter((view) => view.page === page) ?? [];
  const shown = views.find((view) => viewSearch(page, view.search) === search);
  return { views, search, shown, error };
}

/** Whether the person may share views; the server decides. */
export function useMayShare(): boolean {
  const role = useConsole()?.role;
  return role !== undefined && roleIncludes(role, 'operator');
}

/** The changes of views; each refreshes them. */
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

const START_WAIT_MS = 3000;

/** The view where the person starts; undefined for none, or when the server does not say in time. */
export async function startView(client: QueryClient): Promise<SavedView | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, START_WAIT_MS);
  });
  const read = client.query(queryOf(listViews, {})).catch(() => undefined);
  return (await Promise.race([read, late]))?.data.find(({ start }) => start);
}
