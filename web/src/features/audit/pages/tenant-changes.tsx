import { mdiHistory, mdiRefresh } from '@mdi/js';
import type { ApiError } from '../../../lib/api-error.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useNow } from '../../../ui/now.ts';
import { Panel } from '../../../ui/panel.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { dayGroups } from '../day-groups.ts';
import { ChangeEntry } from '../parts/change-entry.tsx';
import { Day } from '../parts/change-layout.ts';
import { ChangesSkeleton } from '../parts/changes-skeleton.tsx';
import { tenantChangesQuery } from '../queries.ts';

interface TenantChangesProps {
  tenantId: number;
  tenantName: string;
}

/** Who changed what of a tenant, newest first, by days; what others do appears by itself. */
export function TenantChanges({ tenantId, tenantName }: TenantChangesProps) {
  const query = useInfiniteQuery(tenantChangesQuery(tenantId));
  const now = useNow(60_000);
  const { data, error, isFetching, refetch } = query;
  if (!data && error) return <Failed error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  if (data && events.length === 0) {
    return (
      <StatePanel framed icon={mdiHistory} title="No changes yet">
        Every change of this tenant will be listed here with who made it.
      </StatePanel>
    );
  }
  return (
    <>
      <Panel aria-label="Changes" style={{ overflow: 'hidden' }}>
        {data ? null : <ChangesSkeleton />}
        {dayGroups(events, new Date(now)).map(({ day, events: ofDay }) => (
          <Day key={day} aria-label={day}>
            <h2>{day}</h2>
            <ol>
              {ofDay.map((event) => (
                <ChangeEntry key={event.id} event={event} tenantName={tenantName} />
              ))}
            </ol>
          </Day>
        ))}
      </Panel>
      {query.hasNextPage ? (
        <div>
          <ActionButton pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load older
          </ActionButton>
          {query.isFetchNextPageError ? <p role="alert">{query.error.message}</p> : null}
        </div>
      ) : null}
    </>
  );
}

function Failed({ error, retrying, onRetry }: { error: ApiError; retrying: boolean; onRetry: () => void }) {
  return (
    <StatePanel
      framed
      tone="error"
      title="The changes could not be read"
      requestId={error.requestId}
      actions={
        <ActionButton variant="primary" icon={mdiRefresh} pending={retrying} onClick={onRetry}>
          Retry
        </ActionButton>
      }
    >
      {error.message}
    </StatePanel>
  );
}
