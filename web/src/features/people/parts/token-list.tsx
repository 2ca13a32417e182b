import { mdiKeyOutline } from '@mdi/js';
import type { ApiToken } from '@mission-control/contract/people/tokens';
import { countText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { ExactTime, RelativeTime } from '../../../ui/display/relative-time.tsx';
import { dateText } from '../../../ui/display/times.ts';
import { ROLE_WORDS } from '../person-words.ts';
import { AccountList, Words, type AccountListProps } from './account-list.tsx';

type Tokens = AccountListProps<{ tokens: readonly ApiToken[] }, ApiToken>;
interface TokenListProps extends Pick<Tokens, 'query' | 'level' | 'action'> {
  revoking: boolean;
  onRevoke: (id: number, onDone: () => void) => void;
}

/** API tokens: permissions, last use, expiry, and a button to revoke each. */
export function TokenList({ revoking, onRevoke, ...list }: TokenListProps) {
  const [toRevoke, setToRevoke] = useState<ApiToken | null>(null);
  return (
    <>
      <AccountList
        {...list}
        items={({ tokens }) => tokens}
        title="API tokens"
        noun="tokens"
        empty="No tokens. A script signs in with one instead of a password."
      >
        {(token) => <TokenEntry key={token.id} token={token} onRevoke={() => setToRevoke(token)} />}
      </AccountList>
      <ConfirmDialog
        open={toRevoke !== null}
        title={`Revoke ${toRevoke?.name ?? ''}?`}
        confirmLabel="Revoke"
        tone="danger"
        removed={['Anything that uses the token is refused immediately.']}
        kept={['What was done with it stays in the audit log.']}
        pending={revoking}
        onConfirm={() => toRevoke && onRevoke(toRevoke.id, () => setToRevoke((now) => (now === toRevoke ? null : now)))}
        onClose={() => setToRevoke(null)}
      />
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;
const SOON_DAYS = 14;

function EndBadge({ at }: { at: string }) {
  const now = useNow(60_000);
  const days = Math.ceil((Date.parse(at) - now) / DAY_MS);
  if (days <= 0) return <Badge tone="bad">Expired</Badge>;
  if (days <= SOON_DAYS)
    return <Badge tone="warn">{days === 1 ? 'Expires within a day' : `Expires in ${days} days`}</Badge>;
  return (
    <Badge>
      Expires <ExactTime at={at} text={dateText} />
    </Badge>
  );
}

function TokenEntry({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, role, calls, last_used_at: used, last_address: address } = token;
  const scope = calls === null ? 'every call of the role' : countText(calls.length, 'call');
  return (
    <li>
      <Icon path={mdiKeyOutline} />
      <Words>
        <strong>{name}</strong>
        <EndBadge at={token.expires_at} />
        <small title={calls?.join(', ')}>
          {ROLE_WORDS[role].label}, {scope},{' '}
          {used === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={used} /> from <code>{address}</code>
            </>
          )}
        </small>
      </Words>
      <ActionButton size="small" variant="ghost" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </ActionButton>
    </li>
  );
}
