import { listViews } from '@mission-control/contract/views/calls';
import type { ViewPage } from '@mission-control/contract/views/rules';
import type { SavedView } from '@mission-control/contract/views/schema';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { defaultParseSearch, defaultStringifySearch, useRouterState } from '@tanstack/react-router';
import { queryOf } from '../../lib/api/query.ts';

/** Parts of an address that describe what is open rather than what is listed. */
const PASSING = new Set(['page', 'panel', 'dialog', 'database', 'id']);

/**
 * The plain address of the tenant list shows what the browser remembers (C-067), which a view must not depend on.
 */
const PLAIN: Partial<Record<ViewPage, Record<string, unknown>>> = { tenants: { inactive: false } };

/** The normalized query of an address, as a view stores it. */
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
  return { views, search, shown, error, known: data !== undefined };
}

const START_TIMEOUT_MS = 3000;

/** The user's start view; undefined for none, or when the server does not respond in time. */
export async function startView(client: QueryClient): Promise<SavedView | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, START_TIMEOUT_MS);
  });
  const read = client.query(queryOf(listViews, {})).catch(() => undefined);
  return (await Promise.race([read, late]))?.data.find(({ start }) => start);
}
