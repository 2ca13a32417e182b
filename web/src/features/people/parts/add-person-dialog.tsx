import { mdiAccountPlusOutline } from '@mdi/js';
import { ROLES, type Role } from '@mission-control/contract/call';
import { addPerson } from '@mission-control/contract/people/calls';
import type { OneTimeLink } from '@mission-control/contract/people/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ROLE_WORDS } from '../person-words.ts';
import { useIdentityCheck } from './identity-check.tsx';

export const roleOptions = ROLES.map((value) => ({ value, label: ROLE_WORDS[value].label }));

interface AddPersonDialogProps {
  /** Initially chosen role. */
  defaultRole: Role;
  onAdded: (link: OneTimeLink) => void;
  onClose: () => void;
}

/** A new person: name and role. They set their own password. */
export function AddPersonDialog({ defaultRole, onAdded, onClose }: AddPersonDialogProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(defaultRole);
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const { send, identityDialog } = useIdentityCheck();
  const add = useMutation({
    mutationFn: () => send(() => api.send(addPerson, { body: { name: name.trim(), role } })),
    onSuccess: async (link) => {
      onAdded(link);
      await invalidateTopics(client, [TOPIC.users]);
    },
    onError: (error) => (error.fields.name === undefined ? toastError(error) : undefined),
  });
  const missing = tried && name.trim() === '' ? 'Enter a name.' : undefined;
  const submit = () => {
    setTried(true);
    if (name.trim() !== '' && !add.isPending) add.mutate();
  };
  return (
    <DialogFrame
      open
      title="Add person"
      onClose={onClose}
      onSubmit={submit}
      width={440}
      footer={<FormFooter label="Add person" icon={mdiAccountPlusOutline} pending={add.isPending} onClose={onClose} />}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={name}
        help="What the person types to sign in, such as first.last."
        error={missing ?? add.error?.fields.name}
        onChange={(event) => {
          setName(event.target.value);
          clearError(add);
        }}
      />
      <SelectField
        label="Role"
        options={roleOptions}
        value={role}
        help={ROLE_WORDS[role].may}
        onChange={(event) => setRole(event.target.value as Role)}
      />
      {identityDialog}
    </DialogFrame>
  );
}
