import { mdiCellphone, mdiConsoleLine, mdiLogout, mdiMonitor } from '@mdi/js';
import type { PersonSession } from '@mission-control/contract/people/schema';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { AccountList, Words } from './account-list.tsx';

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
  const hasSeveral = (query.data?.sessions.length ?? 0) > 1;
  return (
    <AccountList
      query={query}
      items={({ sessions }) => sessions}
      title="Sessions"
      noun="sessions"
      level={level}
      action={
        hasSeveral ? (
          <ActionButton size="small" icon={mdiLogout} onClick={endAll.onClick}>
            {endAll.label}
          </ActionButton>
        ) : null
      }
      empty="Nobody is signed in with this account."
    >
      {(session) => (
        <SessionEntry
          key={session.id}
          session={session}
          of={of}
          pending={ending === session.id}
          onEnd={() => onEnd(session.id)}
        />
      )}
    </AccountList>
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
