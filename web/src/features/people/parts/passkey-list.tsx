import { mdiFingerprint } from '@mdi/js';
import type { Passkey } from '@mission-control/contract/people/passkeys/calls';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { AccountList, Words, type AccountListProps } from './account-list.tsx';

type Passkeys = AccountListProps<{ passkeys: readonly Passkey[] }, Passkey>;
interface PasskeyListProps extends Pick<Passkeys, 'query' | 'level' | 'action'> {
  /** Buttons of a passkey. */
  renderActions: (passkey: Passkey) => ReactNode;
}

/** Passkeys: creation, last use, and buttons for each. */
export function PasskeyList({ renderActions, ...list }: PasskeyListProps) {
  return (
    <AccountList
      {...list}
      items={({ passkeys }) => passkeys}
      title="Passkeys"
      noun="passkeys"
      empty="No passkeys. With one, a fingerprint, a face or a PIN signs in instead of a password."
    >
      {(passkey) => (
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
          {renderActions(passkey)}
        </li>
      )}
    </AccountList>
  );
}
