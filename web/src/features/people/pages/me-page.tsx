import { endMyOtherSessions, endMySession, getMe, listMySessions } from '@mission-control/contract/people/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { OwnPasskeys } from '../parts/own-passkeys.tsx';
import { OwnTokens } from '../parts/own-tokens.tsx';
import { PasswordForm } from '../parts/password-form.tsx';
import { Part } from '../parts/account-list.tsx';
import { SessionList } from '../parts/session-list.tsx';
import { ROLE_WORDS } from '../person-words.ts';
import { useAccountChange } from '../use-people.ts';

const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24, maxWidth: 520 });

/** The account of the user: password, passkeys, sessions and API tokens. */
export function MePage() {
  const query = useQuery(queryOf(getMe, {}));
  return (
    <QueryPage
      title="Your account"
      meta={query.data ? [query.data.name, `Role: ${ROLE_WORDS[query.data.role].label}`] : []}
      query={query}
      errorTitle="Your account could not be loaded"
      loading={<LoadingPanel label="Your account" rows={4} rowHeight={72} />}
      empty={null}
    >
      {({ name, role, signs_in_by: methods }) => (
        <Column>
          {methods.includes('password') ? (
            <Part>
              <header>
                <h2>Password</h2>
              </header>
              <PasswordForm user={name} />
            </Part>
          ) : null}
          <OwnPasskeys refusal={methods.includes('single-sign-on') ? 'You sign in with single sign-on.' : null} />
          <OwnSessions />
          <OwnTokens role={role} />
        </Column>
      )}
    </QueryPage>
  );
}

function OwnSessions() {
  const sessions = useQuery(queryOf(listMySessions, {}));
  const [asking, setAsking] = useState(false);
  const end = useAccountChange(endMySession, 'Session ended');
  const endOthers = useAccountChange(endMyOtherSessions, 'All other sessions ended', () => setAsking(false));
  return (
    <>
      <SessionList
        of="of yours"
        query={sessions}
        ending={end.isPending ? end.variables.params.session : null}
        onEnd={(session) => end.mutate({ params: { session } })}
        level={2}
        endAll={{ label: 'End all others', onClick: () => setAsking(true) }}
      />
      <ConfirmDialog
        open={asking}
        title="End all other sessions?"
        confirmLabel="End sessions"
        tone="danger"
        removed={['Unsaved work there is lost.']}
        kept={['This session stays, and you can sign in again everywhere.']}
        pending={endOthers.isPending}
        onConfirm={() => endOthers.mutate({})}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
