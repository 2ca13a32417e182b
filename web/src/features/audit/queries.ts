import { listAuditEvents } from '@mission-control/contract/audit/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { topicsOf } from '../../lib/api/query.ts';

/** The recorded changes of a tenant, newest first, page by page. */
export const tenantChangesQuery = (tenant: number) =>
  infiniteQueryOptions({
    queryKey: [listAuditEvents.name, { tenant }] as const,
    queryFn: ({ pageParam, signal }) =>
      api.send(
        listAuditEvents,
        { query: { tenant, ...(pageParam === null ? null : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    meta: { topics: topicsOf(listAuditEvents, { query: { tenant } }) },
  });
