import type { AuditEvent } from '@mission-control/contract/audit/calls';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../../../ui/action/link.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { MorePages } from '../../../lib/query/pages.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { utcDateText } from '../../../ui/display/times.ts';
import { DaySection, Panel } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { ChangeEntry, Entry } from './change-entry.tsx';

const A_DAY = 86_400_000;

/** Groups events, newest first, by UTC day: 'Today', 'Yesterday', then dates. */
export const dayGroups = (events: readonly AuditEvent[], now: Date) => [
  ...Map.groupBy(events, ({ at }) => dayText(new Date(at), now)),
];

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

/** The permalink, the action and the tenant of an event. */
function EventFoot({ event, tenantNames }: { event: AuditEvent; tenantNames: ReadonlyMap<number, string> }) {
  const tenantName = tenantNames.get(event.tenant_id ?? 0);
  return (
    <>
      <Link href={`/audit?id=${event.id}`}>Event {event.id}</Link>
      <Mono small>{event.action}</Mono>
      {event.tenant_id === null ? null : tenantName === undefined ? (
        <span>Tenant {event.tenant_id}</span>
      ) : (
        <Link href={`/tenant/${event.tenant_id}?tab=changes`}>{tenantName}</Link>
      )}
    </>
  );
}

interface EventDaysProps {
  query: UseInfiniteQueryResult<{ pages: { events: AuditEvent[] }[] }>;
  /** `The changes could not be loaded`. */
  errorTitle: string;
  empty: ReactNode;
  /** Name of the tenant whose page shows the events, which they need not repeat. */
  tenantName: string;
  /** Names by id, for events of several tenants: each event then shows its permalink and its tenant. */
  tenantNames?: ReadonlyMap<number, string>;
}

/** Recorded events by day, newest first, with a button for older ones. */
export function EventDays({ query, errorTitle, empty, tenantName, tenantNames }: EventDaysProps) {
  const now = useNow(60_000);
  return (
    <>
      <QueryView
        framed
        query={query}
        errorTitle={errorTitle}
        loading={
          <Panel aria-label="Changes">
            <ChangesSkeleton />
          </Panel>
        }
        empty={{ when: ({ pages }) => pages.every(({ events }) => events.length === 0), show: empty }}
      >
        {({ pages }) => (
          <Panel aria-label="Changes" style={{ overflow: 'hidden' }}>
            {dayGroups(
              pages.flatMap(({ events }) => events),
              new Date(now),
            ).map(([day, events]) => (
              <DaySection key={day} aria-label={day}>
                <h2>{day}</h2>
                <ol>
                  {events.map((event) => (
                    <ChangeEntry
                      key={event.id}
                      event={event}
                      tenantName={tenantName}
                      footer={tenantNames ? <EventFoot event={event} tenantNames={tenantNames} /> : null}
                    />
                  ))}
                </ol>
              </DaySection>
            ))}
          </Panel>
        )}
      </QueryView>
      <MorePages query={query} label="Load older" />
    </>
  );
}
