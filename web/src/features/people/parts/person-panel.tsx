import { mdiAccountCheckOutline, mdiAccountOffOutline, mdiLinkVariant, mdiTrashCanOutline } from '@mdi/js';
import type { Role } from '@mission-control/contract/call';
import {
  changePerson,
  endPersonSession,
  listPersonSessions,
  makePasswordLink,
  listPersonTokens,
  revokePersonToken,
} from '@mission-control/contract/people/calls';
import { listPersonPasskeys, removePersonPasskey, type Passkey } from '@mission-control/contract/people/passkeys/calls';
import type { OneTimeLink, Person } from '@mission-control/contract/people/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { ExactTime, RelativeTime } from '../../../ui/display/relative-time.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { methodsText, ROLE_WORDS } from '../person-words.ts';
import { useAccountChange } from '../use-people.ts';
import { roleOptions } from './add-person-dialog.tsx';
import { useIdentityCheck } from './identity-check.tsx';
import { LastSeen, StateChip } from './people-columns.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PersonDialogs, type PersonQuestion } from './person-dialogs.tsx';
import { TokenList } from './token-list.tsx';
import { SessionList } from './session-list.tsx';

interface PersonPanelProps {
  person: Person;
  onLink: (link: OneTimeLink) => void;
  onClose: () => void;
}

const LAST_ADMIN = 'The last active admin. Make somebody else an admin first.';

/** A person: role, sessions and account actions. */
export function PersonPanel({ person, onLink, onClose }: PersonPanelProps) {
  const { name, role, last_admin: isLast } = person;
  const isProvided = signsInElsewhere(person);
  const [question, setQuestion] = useState<PersonQuestion | null>(null);
  const added = (
    <>
      Added <RelativeTime at={person.created_at} />
    </>
  );
  return (
    <SidePanel
      open
      title={name}
      detail={added}
      onClose={onClose}
      footer={<Actions person={person} onAsk={setQuestion} />}
    >
      {isLast ? (
        <Banner meaning="notice" title="The last active admin.">
          Can be neither disabled, demoted nor deleted until somebody else is an admin who can sign in.
        </Banner>
      ) : null}
      <KeyValue
        rows={[
          { label: 'State', value: <StateOf person={person} /> },
          { label: 'Signs in by', value: methodsText(person) },
          person.link_ends_at !== null && { label: 'Link until', value: <ExactTime at={person.link_ends_at} /> },
          { label: 'Last seen', value: <LastSeen person={person} /> },
        ]}
      />
      <SelectField
        label="Role"
        options={roleOptions.map((option) => ({ ...option, disabled: isLast && option.value !== 'admin' }))}
        value={role}
        disabled={isProvided}
        help={isProvided ? 'Comes from the groups at the identity provider.' : ROLE_WORDS[role].may}
        onChange={(event) => setQuestion({ kind: 'role', role: event.target.value as Role })}
      />
      <LinkButton person={person} onLink={onLink} />
      <Sessions person={person} onEndAll={() => setQuestion({ kind: 'end' })} />
      <Passkeys person={person} />
      <Tokens person={person} />
      <PersonDialogs person={person} question={question} onClose={() => setQuestion(null)} onDeleted={onClose} />
    </SidePanel>
  );
}

/** The identity provider decides the role, and there is no password. */
const signsInElsewhere = (person: Person): boolean => person.signs_in_by.includes('single-sign-on');

/** Deletes, disables and enables. */
function Actions({ person, onAsk }: { person: Person; onAsk: (question: PersonQuestion) => void }) {
  const { id, name, state, last_admin: isLast } = person;
  const enable = useAccountChange(changePerson, `${name} enabled`);
  const reason = isLast ? LAST_ADMIN : null;
  return (
    <>
      <ActionButton
        variant="ghost"
        icon={mdiTrashCanOutline}
        disabledReason={reason}
        onClick={() => onAsk({ kind: 'delete' })}
      >
        Delete
      </ActionButton>
      {state === 'disabled' ? (
        <ActionButton
          icon={mdiAccountCheckOutline}
          pending={enable.isPending}
          onClick={() => enable.mutate({ params: { id }, body: { disabled: false } })}
        >
          Enable
        </ActionButton>
      ) : (
        <ActionButton
          variant="danger"
          icon={mdiAccountOffOutline}
          disabledReason={reason}
          onClick={() => onAsk({ kind: 'disable' })}
        >
          Disable
        </ActionButton>
      )}
    </>
  );
}

function LinkButton({ person, onLink }: Pick<PersonPanelProps, 'person' | 'onLink'>) {
  const { id, state } = person;
  const { send, identityDialog } = useIdentityCheck();
  const link = useMutation({
    mutationFn: () => send(() => api.send(makePasswordLink, { params: { id } })),
    onSuccess: onLink,
    onError: (error) => toastError(error),
  });
  return (
    <div>
      <ActionButton
        size="small"
        icon={mdiLinkVariant}
        pending={link.isPending}
        disabledReason={
          signsInElsewhere(person)
            ? 'Signs in with single sign-on, not a password.'
            : state === 'disabled'
              ? 'Enable the account first.'
              : null
        }
        onClick={() => link.mutate()}
      >
        New one-time link
      </ActionButton>
      {identityDialog}
    </div>
  );
}

function Sessions({ person: { id, name }, onEndAll }: { person: Person; onEndAll: () => void }) {
  const sessions = useQuery(queryOf(listPersonSessions, { params: { id } }));
  const end = useAccountChange(endPersonSession, `Session of ${name} ended`);
  return (
    <SessionList
      of={`of ${name}`}
      query={sessions}
      ending={end.isPending ? end.variables.params.session : null}
      onEnd={(session) => end.mutate({ params: { id, session } })}
      level={3}
      endAll={{ label: 'End all', onClick: onEndAll }}
    />
  );
}

/** The passkeys of a person; an admin may remove them, e.g. that of a lost device. */
function Passkeys({ person }: { person: Person }) {
  const passkeys = useQuery(queryOf(listPersonPasskeys, { params: { id: person.id } }));
  const [asked, setAsked] = useState<Passkey | null>(null);
  return (
    <>
      <PasskeyList
        query={passkeys}
        level={3}
        renderActions={(passkey) => (
          <ActionButton
            size="small"
            variant="ghost"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => setAsked(passkey)}
          >
            Remove
          </ActionButton>
        )}
      />
      {asked ? <RemovePasskey person={person} passkey={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

interface RemovePasskeyProps {
  person: Person;
  passkey: Passkey;
  onClose: () => void;
}

function RemovePasskey({ person, passkey, onClose }: RemovePasskeyProps) {
  const { send, identityDialog } = useIdentityCheck();
  const remove = useAccountChange(removePersonPasskey, 'Passkey removed', onClose, send);
  return (
    <ConfirmDialog
      open
      title={`Remove ${passkey.name} of ${person.name}?`}
      confirmLabel="Remove"
      tone="danger"
      removed={['It can no longer be used to sign in.']}
      kept={['Open sessions stay, and so do the password and other passkeys.']}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: person.id, passkey: passkey.id } })}
      onClose={onClose}
    >
      {identityDialog}
    </ConfirmDialog>
  );
}

function Tokens({ person: { id } }: { person: Person }) {
  const tokens = useQuery(queryOf(listPersonTokens, { params: { id } }));
  const revoke = useAccountChange(revokePersonToken, 'Token revoked');
  return (
    <TokenList
      query={tokens}
      level={3}
      revoking={revoke.isPending}
      onRevoke={(token, onDone) => revoke.mutate({ params: { id, token } }, { onSuccess: onDone })}
    />
  );
}

function StateOf({ person }: { person: Person }) {
  return (
    <>
      <StateChip person={person} size="small" />
      {person.state_by === null || person.state_at === null ? null : (
        <span>
          by {person.state_by}, <RelativeTime at={person.state_at} />
        </span>
      )}
    </>
  );
}
