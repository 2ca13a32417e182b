import type { Call, CallRequest } from '@mission-control/contract/call';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: { topics?: readonly string[] };
  }
}

/**
 * Query options of a call. `topics` are the live topics (`tenants`, `tenant:12`) whose changes make the answer stale.
 */
export function queryOf<C extends Call>(call: C, request: CallRequest<C>, topics: readonly string[] = []) {
  return queryOptions({
    queryKey: [call.name, request] as const,
    queryFn: ({ signal }) => api.send(call, request, { signal }),
    meta: { topics },
  });
}

/** Reads again what the topics touch. */
export async function invalidateTopics(client: QueryClient, topics: readonly string[]): Promise<void> {
  const touched = new Set(topics);
  await client.invalidateQueries({
    predicate: (query) => query.meta?.topics?.some((topic) => touched.has(topic)) ?? false,
  });
}
