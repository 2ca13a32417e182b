import type { Role } from '@mission-control/contract/call';
import { changePerson, endPersonSessions } from '@mission-control/contract/people/calls';
import { RESTORE_DAYS, type Person } from '@mission-control/contract/people/schema';
import { countText } from '@mission-control/contract/numbers';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { TypedConfirmDialog } from '../../../ui/dialog/typed-confirm-dialog.tsx';
import { ROLE_WORDS } from '../person-words.ts';
import { useIdentityCheck } from './identity-check.tsx';
import { useAccountChange, useDeletePerson } from '../use-people.ts';

/** A confirmation before an action. */
export type PersonQuestion = { kind: 'disable' | 'delete' | 'end' } | { kind: 'role'; role: Role };

interface PersonDialogsProps {
  person: Person;
  /** Null while no dialog is open. */
  question: PersonQuestion | null;
  onClose: () => void;
  onDeleted: () => void;
}

const sessionsText = (count: number): string => countText(count, 'session ends', 'sessions end');

/** Confirmations before a person is changed, one at a time. */
export function PersonDialogs({ person, question, onClose, onDeleted }: PersonDialogsProps) {
  if (question === null) return null;
  const shared = { person, onClose };
  switch (question.kind) {
    case 'role':
      return <RoleQuestion {...shared} role={question.role} />;
    case 'disable':
      return <DisableQuestion {...shared} />;
    case 'delete':
      return <DeleteQuestion {...shared} onDeleted={onDeleted} />;
    case 'end':
      return <EndQuestion {...shared} />;
  }
}

interface QuestionProps {
  person: Person;
  onClose: () => void;
}

function RoleQuestion({ person: { id, name, role: before }, role, onClose }: QuestionProps & { role: Role }) {
  const { label, may } = ROLE_WORDS[role];
  const { send, identityDialog } = useIdentityCheck();
  const change = useAccountChange(changePerson, `${name} is now ${label}`, onClose, send);
  return (
    <ConfirmDialog
      open
      title={`Change the role of ${name} to ${label}?`}
      confirmLabel="Change role"
      pending={change.isPending}
      onConfirm={() => change.mutate({ params: { id }, body: { role } })}
      onClose={onClose}
    >
      {ROLE_WORDS[before].label} becomes {label}: {may} It counts at once, also in open sessions.
      {identityDialog}
    </ConfirmDialog>
  );
}

function DisableQuestion({ person: { id, name, sessions }, onClose }: QuestionProps) {
  const disable = useAccountChange(changePerson, `${name} disabled`, onClose);
  return (
    <ConfirmDialog
      open
      title={`Disable ${name}?`}
      confirmLabel="Disable"
      tone="danger"
      removed={[`${sessionsText(sessions)} at once; API tokens and an unused one-time link stop for good.`]}
      kept={['Name, role and password stay: Enable brings the account back.', 'The audit log keeps the name.']}
      pending={disable.isPending}
      onConfirm={() => disable.mutate({ params: { id }, body: { disabled: true } })}
      onClose={onClose}
    />
  );
}

function DeleteQuestion({ person, onClose, onDeleted }: QuestionProps & { onDeleted: () => void }) {
  const deletion = useDeletePerson(person, onDeleted);
  return (
    <TypedConfirmDialog
      open
      title={`Delete ${person.name}?`}
      removed={[
        `${sessionsText(person.sessions)} at once; API tokens stop for good, and nobody signs in as ${person.name}.`,
      ]}
      kept={[
        `Restore is possible for ${RESTORE_DAYS} days; then it is gone for good.`,
        'The audit log keeps the name.',
      ]}
      inputLabel="Type the name below to confirm"
      expected={person.name}
      confirmLabel="Delete person"
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}

function EndQuestion({ person: { id, name }, onClose }: QuestionProps) {
  const end = useAccountChange(endPersonSessions, `All sessions of ${name} ended`, onClose);
  return (
    <ConfirmDialog
      open
      title={`End all sessions of ${name}?`}
      confirmLabel="End sessions"
      tone="danger"
      removed={['Unsaved work there is lost.']}
      kept={[`${name} can sign in again.`]}
      pending={end.isPending}
      onConfirm={() => end.mutate({ params: { id } })}
      onClose={onClose}
    />
  );
}
