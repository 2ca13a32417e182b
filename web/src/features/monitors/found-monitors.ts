import type { CallResponse } from '@mission-control/contract/call';
import { searchMonitors, type MonitorRow } from '@mission-control/contract/monitors/calls';
import {
  CHECK_INTERVAL_MS,
  MONITORS_AT_ONCE as PAGE,
  type MonitorState,
} from '@mission-control/contract/monitors/rules';
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { queryOf } from '../../lib/api/query.ts';
import type { ApiError } from '../../lib/api/api-error.ts';

type Found = CallResponse<typeof searchMonitors>;

/** The numbers of the pages that contain these items, without the first page. */
function pagesOf(from: number, to: number): number[] {
  const first = Math.max(1, Math.floor(from / PAGE));
  return Array.from({ length: Math.max(0, Math.ceil(to / PAGE) - first) }, (_, at) => first + at);
}

/** The monitors with these words in this state, fetched page by page as they become visible. */
export function useFoundMonitors(search: string, state: MonitorState | undefined) {
  const [pages, setPages] = useState<readonly number[]>([]);
  const words = search.trim();
  const pageQuery = (page: number) => ({
    ...queryOf(searchMonitors, {
      query: { ...(words !== '' && { q: words }), ...(state && { state }), from: page * PAGE, count: PAGE },
    }),
    // State changes arrive live; times and numbers are refetched once per check interval.
    refetchInterval: CHECK_INTERVAL_MS,
  });
  const query: UseQueryResult<Found, ApiError> = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const rest = useQueries({ queries: pages.map(pageQuery), combine: dataOf });
  const byPage = useMemo(
    () => new Map([[0, query.data], ...pages.map((page, at) => [page, rest[at]] as const)]),
    [query.data, pages, rest],
  );
  const itemAt = useCallback(
    (index: number): MonitorRow | undefined => byPage.get(Math.floor(index / PAGE))?.monitors[index % PAGE],
    [byPage],
  );
  const onWindow = useCallback((from: number, to: number) => {
    const next = pagesOf(from, to);
    setPages((was) => (was.join() === next.join() ? was : next));
  }, []);
  return { query, itemAt, onWindow };
}

const dataOf = (results: UseQueryResult<Found, ApiError>[]) => results.map(({ data }) => data);
