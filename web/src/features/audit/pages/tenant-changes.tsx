import { mdiHistory } from '@mdi/js';
import { listTenantChanges } from '@mission-control/contract/audit/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagedQueryOf } from '../../../lib/query/pages.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { EventDays } from '../parts/event-days.tsx';

interface TenantChangesProps {
  tenantId: number;
  tenantName: string;
}

/** Changes of a tenant by day, newest first, updated live. */
export function TenantChanges({ tenantId, tenantName }: TenantChangesProps) {
  const query = useInfiniteQuery(
    pagedQueryOf(listTenantChanges, (before: number | null) => ({
      params: { id: tenantId },
      query: before === null ? {} : { before },
    })),
  );
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
