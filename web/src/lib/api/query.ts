import type { Call, CallRequest } from '@mission-control/contract/call';
import type { Topic } from '@mission-control/contract/topics';
import { queryOptions, type Query, type QueryClient, type QueryExecuteOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: {
      topics?: readonly Topic[];
      throttleMs?: number | undefined;
    };
  }
}

/** Topics that the response of a call depends on. */
export function topicsOf<C extends Call>(call: C, request: CallRequest<C>): readonly Topic[] {
  // Calls without params or query declare no topics that need them.
  return call.topics?.({ params: request.params, query: request.query }) ?? [];
}

/** Query options of a call; its topics determine when the response is stale. */
export function queryOf<C extends Call>(call: C, request: CallRequest<C>) {
  return queryOptions({
    queryKey: [call.name, request] as const,
    queryFn: ({ signal }) => api.send(call, request, { signal }),
    meta: { topics: topicsOf(call, request), throttleMs: call.throttleMs },
  });
}

/** Starts queries without data in a route's loader, so that they load in parallel with the page's code. The page reports failures. */
export function startQueries(client: QueryClient, ...queries: readonly Pick<QueryExecuteOptions, 'queryKey'>[]): void {
  for (const query of queries)
    client.query({ ...(query as QueryExecuteOptions), staleTime: 'static' }).catch(() => undefined);
}

/** Failures that may be transient. */
const TRANSIENT_CODES: readonly ApiError['code'][] = ['offline', 'timeout', 'unavailable', 'too_many_attempts'];
export const RETRY_MS = 5_000;

/** Whether a read that failed with this error is retried automatically. */
export const isTransient = (error: ApiError | null): boolean => error !== null && TRANSIENT_CODES.includes(error.code);

/**
 * Interval in ms at which a failed read is retried: the `refetchInterval` of every query. An error shown in place of data would flicker on
 * each retry, so it stays until the user retries or the live feed reconnects and invalidates everything.
 * @param shown some of the response is on the screen
 */
export function retryIntervalAfterFailure(
  { state }: { state: { error: ApiError | null; data: unknown } },
  shown = state.data !== undefined,
): number | false {
  return shown && isTransient(state.error) ? RETRY_MS : false;
}

const missed = new WeakMap<QueryClient, number>();

/** Number of times changes may have been missed, which rules out an incremental update. */
export const missedCount = (client: QueryClient): number => missed.get(client) ?? 0;

/** Refetches everything, because changes may have been missed. */
export function invalidateAll(client: QueryClient): Promise<void> {
  missed.set(client, missedCount(client) + 1);
  return client.invalidateQueries();
}

/** When each query was last refetched, in ms of `performance.now`; infinite while a refetch is scheduled. */
const readAt = new WeakMap<Query, number>();

/** Refetches queries that depend on any of the topics: throttled ones at most once per interval. */
export const invalidateTopics = (client: QueryClient, topics: readonly Topic[]): Promise<void> =>
  client.invalidateQueries({
    predicate: (query) =>
      query.meta?.topics?.some((topic) => topics.includes(topic)) === true && mayRefetchNow(client, query),
  });

/** Whether the query may be refetched now; if not, it is refetched at the end of its interval and of the read that is in progress. */
function mayRefetchNow(client: QueryClient, query: Query): boolean {
  const now = performance.now();
  const { throttleMs = 0 } = query.meta ?? {};
  const last = readAt.get(query) ?? now - throttleMs;
  // Already scheduled.
  if (last > now) return false;
  const waitMs = last + throttleMs - now;
  // The read in progress may predate the change. Let first reads and throttled reads finish: restarting them on every change could starve them.
  const mustFinish = query.state.data === undefined || (throttleMs > 0 && query.state.fetchStatus === 'fetching');
  const running = mustFinish ? query.promise : undefined;
  if (!running && waitMs <= 0) {
    readAt.set(query, now);
    return true;
  }
  readAt.set(query, Infinity);
  const waited = new Promise((resolve) => setTimeout(resolve, waitMs));
  void Promise.allSettled([running, waited]).then(() => {
    readAt.set(query, performance.now());
    return client.invalidateQueries({ predicate: (other) => other === query });
  });
  return false;
}
