import { mdiCellphone, mdiConsoleLine, mdiLogout, mdiMonitor } from '@mdi/js';
import type { PersonSession } from '@mission-control/contract/people/schema';
import { QueryView, type QueryState } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, radius } from '../../../ui/theme/tokens.ts';

/** A heading with an action, and its content. */
export const Part = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  fontSize: 13,
  color: color.text2,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, minHeight: 28 },
  '& h2, & h3': { fontSize: 13, lineHeight: '20px', fontWeight: 600, color: color.text },
});
export const List = styled('ul')({
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, padding: '8px 12px', minHeight: 52 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > li > svg': { flex: 'none', color: color.text2 },
});
export const Words = styled('div')({
  flex: 1,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& strong': { fontWeight: 500, color: color.text, marginRight: 6 },
  '& small': { display: 'block', fontSize: 12, lineHeight: '18px', color: color.text3 },
  '& code': { ...monoText, fontSize: 12 },
});

function iconOf(device: string | null): string {
  if (device === null || !device.includes(' on ')) return mdiConsoleLine;
  return /iPhone|iPad|Android/.test(device) ? mdiCellphone : mdiMonitor;
}

interface SessionListProps {
  /** Whose sessions, for the names of the buttons: `of priya.shah`. */
  of: string;
  query: QueryState<{ sessions: readonly PersonSession[] }>;
  /** Level of the heading in the page. */
  level: 2 | 3;
  /** The button that ends all of them, or all others; offered from two on. */
  endAll: { label: string; onClick: () => void };
  /** Id of the session that is being ended. */
  ending: string | null;
  onEnd: (id: string) => void;
}

/** Open sessions: device, address, start, last seen, and a button to end each. */
export function SessionList({ of, query, level, endAll, ending, onEnd }: SessionListProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const count = query.data?.sessions.length;
  return (
    <Part aria-label="Sessions">
      <header>
        <Heading>Sessions{count === undefined ? null : ` (${count})`}</Heading>
        {count === undefined || count < 2 ? null : (
          <ActionButton size="small" icon={mdiLogout} onClick={endAll.onClick}>
            {endAll.label}
          </ActionButton>
        )}
      </header>
      <QueryView
        query={query}
        errorTitle="The sessions could not be loaded"
        loading={<Skeleton height={104} role="status" aria-label="Loading the sessions" />}
        empty={{
          when: ({ sessions }) => sessions.length === 0,
          show: <p>Nobody is signed in with this account.</p>,
        }}
      >
        {({ sessions }) => (
          <List>
            {sessions.map((session) => (
              <SessionEntry
                key={session.id}
                session={session}
                of={of}
                pending={ending === session.id}
                onEnd={() => onEnd(session.id)}
              />
            ))}
          </List>
        )}
      </QueryView>
    </Part>
  );
}

interface SessionEntryProps {
  session: PersonSession;
  of: string;
  pending: boolean;
  onEnd: () => void;
}

function SessionEntry({ session, of, pending, onEnd }: SessionEntryProps) {
  const device = session.device ?? 'Unknown device';
  return (
    <li>
      <Icon path={iconOf(session.device)} />
      <Words>
        <strong>{device}</strong>
        {session.current ? <Badge tone="accent">This session</Badge> : null}
        <small>
          <code>{session.address ?? 'unknown address'}</code>, since <RelativeTime at={session.started_at} />, seen{' '}
          <RelativeTime at={session.last_seen_at} />
        </small>
      </Words>
      {session.current ? null : (
        <ActionButton size="small" variant="ghost" pending={pending} aria-label={`End ${device} ${of}`} onClick={onEnd}>
          End
        </ActionButton>
      )}
    </li>
  );
}
