import type { Call, CallRequest } from '@mission-control/contract/call';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: {
      topics?: readonly string[];
      /** Reads again at most so often, in ms, for what changes all the time. */
      paceMs?: number;
    };
  }
}

/**
 * Query options of a call. `topics` are the live topics (`tenants`, `tenant:12`) whose changes make the answer stale.
 * @param paceMs for what changes all the time: changes within so many ms are read together
 */
export function queryOf<C extends Call>(
  call: C,
  request: CallRequest<C>,
  topics: readonly string[] = [],
  paceMs?: number,
) {
  return queryOptions({
    queryKey: [call.name, request] as const,
    queryFn: ({ signal }) => api.send(call, request, { signal }),
    meta: { topics, ...(paceMs !== undefined && { paceMs }) },
  });
}

/** Failures that may have passed by the next try. */
const PASSING: readonly ApiError['code'][] = ['offline', 'timeout', 'unavailable', 'too_many_attempts'];
const REREAD_MS = 5_000;

/** Whether a read that failed with this is repeated by itself. */
export const isPassing = (error: ApiError | null): boolean => error !== null && PASSING.includes(error.code);

/**
 * When a failed read is repeated by itself, in ms: the `refetchInterval` of every query. An error in place of data would go away each
 * time, so it stays until the person retries or the live feed is back, which has everything read again.
 * @param shown something of the answer is on the screen
 */
export function rereadAfterFailure(
  { state }: { state: { error: ApiError | null; data: unknown } },
  shown = state.data !== undefined,
): number | false {
  return shown && isPassing(state.error) ? REREAD_MS : false;
}

/** Queries that are read again soon, by their hash. */
const waiting = new WeakMap<QueryClient, Set<string>>();

/** Reads again what the topics touch. */
export async function invalidateTopics(client: QueryClient, topics: readonly string[]): Promise<void> {
  const touched = new Set(topics);
  await client.invalidateQueries({
    predicate: (query) => {
      if (!query.meta?.topics?.some((topic) => touched.has(topic))) return false;
      const { paceMs } = query.meta;
      if (paceMs !== undefined) readSoon(client, query.queryHash, paceMs);
      return paceMs === undefined;
    },
  });
}

function readSoon(client: QueryClient, hash: string, paceMs: number): void {
  const soon = waiting.get(client) ?? new Set();
  waiting.set(client, soon);
  if (soon.has(hash)) return;
  soon.add(hash);
  setTimeout(() => {
    soon.delete(hash);
    void client.invalidateQueries({ predicate: (query) => query.queryHash === hash });
  }, paceMs);
}
