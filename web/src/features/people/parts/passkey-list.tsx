import { mdiFingerprint } from '@mdi/js';
import type { Passkey } from '@mission-control/contract/people/passkeys/calls';
import type { ReactNode } from 'react';
import { QueryView, type QueryState } from '../../../lib/query/query-page.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { List, Part, Words } from './session-list.tsx';

interface PasskeyListProps {
  query: QueryState<{ passkeys: readonly Passkey[] }>;
  /** Level of the heading in the page. */
  level: 2 | 3;
  /** Beside the heading. */
  action?: ReactNode;
  /** Buttons of a passkey. */
  renderActs: (passkey: Passkey) => ReactNode;
}

/** Passkeys: creation, last use, and buttons for each. */
export function PasskeyList({ query, level, action, renderActs }: PasskeyListProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const count = query.data?.passkeys.length;
  return (
    <Part aria-label="Passkeys">
      <header>
        <Heading>Passkeys{count === undefined ? null : ` (${count})`}</Heading>
        {action}
      </header>
      <QueryView
        query={query}
        errorTitle="The passkeys could not be loaded"
        loading={<Skeleton height={52} role="status" aria-label="Loading the passkeys" />}
        empty={{
          when: (data) => data.passkeys.length === 0,
          show: <p>No passkeys. With one, a fingerprint, a face or a PIN signs in instead of a password.</p>,
        }}
      >
        {(data) => (
          <List>
            {data.passkeys.map((passkey) => (
              <li key={passkey.id}>
                <Icon path={mdiFingerprint} />
                <Words>
                  <strong>{passkey.name}</strong>
                  <Badge>{passkey.synced ? 'Synced' : 'This device only'}</Badge>
                  <small>
                    Added <RelativeTime at={passkey.created_at} />,{' '}
                    {passkey.last_used_at === null ? (
                      'never used'
                    ) : (
                      <>
                        last used <RelativeTime at={passkey.last_used_at} />
                      </>
                    )}
                  </small>
                </Words>
                {renderActs(passkey)}
              </li>
            ))}
          </List>
        )}
      </QueryView>
    </Part>
  );
}
