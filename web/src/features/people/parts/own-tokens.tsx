import { mdiKeyPlus } from '@mdi/js';
import type { Role } from '@mission-control/contract/call';
import { listMyTokens, revokeMyToken } from '@mission-control/contract/people/calls';
import type { CreatedApiToken } from '@mission-control/contract/people/tokens';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useAccountChange } from '../use-people.ts';
import { AddTokenDialog, TokenDialog } from './add-token-dialog.tsx';
import { TokenList } from './token-list.tsx';

/** The API tokens of the user. */
export function OwnTokens({ role }: { role: Role }) {
  const tokens = useQuery(queryOf(listMyTokens, {}));
  const revoke = useAccountChange(revokeMyToken, 'Token revoked');
  const [dialog, setDialog] = useState<'add' | CreatedApiToken | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <TokenList
        query={tokens}
        level={2}
        action={
          <ActionButton size="small" icon={mdiKeyPlus} onClick={() => setDialog('add')}>
            Create token
          </ActionButton>
        }
        revoking={revoke.isPending}
        onRevoke={(token, onDone) => revoke.mutate({ params: { token } }, { onSuccess: onDone })}
      />
      {dialog === 'add' ? <AddTokenDialog role={role} onCreated={setDialog} onClose={close} /> : null}
      {dialog === null || dialog === 'add' ? null : <TokenDialog made={dialog} onClose={close} />}
    </>
  );
}
