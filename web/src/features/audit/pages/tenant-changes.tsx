import { mdiHistory } from '@mdi/js';
import { listTenantChanges } from '@mission-control/contract/audit/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { topicsOf } from '../../../lib/api/query.ts';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { EventDays } from '../parts/event-days.tsx';

interface TenantChangesProps {
  tenantId: number;
  tenantName: string;
}

/** Changes of a tenant by day, newest first, updated live. */
export function TenantChanges({ tenantId, tenantName }: TenantChangesProps) {
  const params = { id: tenantId };
  const query = useInfiniteQuery({
    queryKey: [listTenantChanges.name, params] as const,
    queryFn: ({ pageParam, signal }) =>
      api.send(listTenantChanges, { params, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    meta: { topics: topicsOf(listTenantChanges, { params, query: {} }) },
  });
  return (
    <EventDays
      query={query}
      errorTitle="The changes could not be loaded"
      tenantName={tenantName}
      empty={
        <StatePanel framed icon={mdiHistory} title="No changes yet">
          Every change of this tenant will be listed here with who made it.
        </StatePanel>
      }
    />
  );
}
