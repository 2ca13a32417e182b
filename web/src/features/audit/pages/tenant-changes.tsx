import { mdiHistory, mdiRefresh } from '@mdi/js';
import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { utcDateText } from '../../../ui/display/relative-time-text.ts';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { ChangeEntry } from '../parts/change-entry.tsx';
import { Day, Entry } from '../parts/change-layout.ts';
import { tenantChangesQuery } from '../queries.ts';

/** The events of one UTC day. */
interface DayGroup {
  day: string;
  events: AuditEvent[];
}

const A_DAY = 86_400_000;

/** Puts events, newest first, under their days: 'Today', 'Yesterday', then dates; days are those of UTC, as all times are. */
export function dayGroups(events: readonly AuditEvent[], now: Date): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const event of events) {
    const day = dayText(new Date(event.at), now);
    const last = groups.at(-1);
    if (last?.day === day) last.events.push(event);
    else groups.push({ day, events: [event] });
  }
  return groups;
}

function dayText(at: Date, now: Date): string {
  const days = Math.floor(now.getTime() / A_DAY) - Math.floor(at.getTime() / A_DAY);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : utcDateText(at);
}

/** Changes before they have been read, in their final size. */
function ChangesSkeleton() {
  return (
    <ol style={{ listStyle: 'none' }} role="status" aria-label="Loading the changes">
      {[260, 320, 220, 300].map((width) => (
        <Entry key={width}>
          <p>
            <Skeleton width={width} />
          </p>
          <Skeleton width={64} />
          <div>
            <Skeleton width={180} />
          </div>
        </Entry>
      ))}
    </ol>
  );
}

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
