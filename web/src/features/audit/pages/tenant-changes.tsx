import { mdiHistory } from '@mdi/js';
import { listAuditEvents, type AuditEvent } from '@mission-control/contract/audit/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { topicsOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { utcDateText } from '../../../ui/display/relative-time-text.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { ChangeEntry, Day, Entry } from '../parts/change-entry.tsx';

interface DayGroup {
  day: string;
  events: AuditEvent[];
}

const A_DAY = 86_400_000;

/** Groups events, newest first, by UTC day: 'Today', 'Yesterday', then dates. */
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

function useTenantChanges(tenant: number) {
  return useInfiniteQuery({
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
}

interface TenantChangesProps {
  tenantId: number;
  tenantName: string;
}

/** Changes of a tenant by day, newest first, updated live. */
export function TenantChanges({ tenantId, tenantName }: TenantChangesProps) {
  const query = useTenantChanges(tenantId);
  const now = useNow(60_000);
  return (
    <>
      <QueryView
        framed
        query={query}
        errorTitle="The changes could not be read"
        loading={
          <Panel aria-label="Changes">
            <ChangesSkeleton />
          </Panel>
        }
        empty={{
          when: ({ pages }) => pages.every(({ events }) => events.length === 0),
          show: (
            <StatePanel framed icon={mdiHistory} title="No changes yet">
              Every change of this tenant will be listed here with who made it.
            </StatePanel>
          ),
        }}
      >
        {({ pages }) => (
          <Panel aria-label="Changes" style={{ overflow: 'hidden' }}>
            {dayGroups(
              pages.flatMap(({ events }) => events),
              new Date(now),
            ).map(({ day, events }) => (
              <Day key={day} aria-label={day}>
                <h2>{day}</h2>
                <ol>
                  {events.map((event) => (
                    <ChangeEntry key={event.id} event={event} tenantName={tenantName} />
                  ))}
                </ol>
              </Day>
            ))}
          </Panel>
        )}
      </QueryView>
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
