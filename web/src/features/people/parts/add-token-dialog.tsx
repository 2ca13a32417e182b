import { mdiKeyPlus } from '@mdi/js';
import { roleIncludes, type Role } from '@mission-control/contract/call';
import { createMyToken, listCalls } from '@mission-control/contract/people/calls';
import type { CreatedApiToken } from '@mission-control/contract/people/tokens';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { ROLE_WORDS } from '../person-words.ts';
import { roleOptions } from './add-person-dialog.tsx';
import { useIdentityCheck } from './identity-check.tsx';
import { SecretDialog } from './link-dialog.tsx';

const ENDS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** State of the form, and its submission. */
function useNewToken(role: Role, onCreated: (created: CreatedApiToken) => void) {
  const [typed, setTyped] = useState({ name: '', role, calls: '', days: '90' });
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery(queryOf(listCalls, {}));
  const names = namesIn(typed.calls);
  const { send, identityDialog } = useIdentityCheck();
  const create = useMutation({
    mutationFn: () => {
      const body = {
        name: typed.name.trim(),
        role: typed.role,
        calls: names.length === 0 ? null : names,
        expires_in_days: Number(typed.days),
      };
      return send(() => api.send(createMyToken, { body }));
    },
    onSuccess: async (created) => {
      onCreated(created);
      await invalidateTopics(client, [TOPIC.tokens]);
    },
    onError: (error) => (Object.keys(error.fields).length === 0 ? toastError(error) : undefined),
  });
  const known = data?.calls;
  const unknown = known ? names.filter((name) => !known.some((call) => call.name === name)) : [];
  return {
    typed,
    identityDialog,
    pending: create.isPending,
    errors: {
      name: tried && typed.name.trim() === '' ? 'Enter a name.' : create.error?.fields.name,
      role: create.error?.fields.role,
      calls: tried && unknown.length > 0 ? `No such call: ${unknown.join(', ')}` : create.error?.fields.calls,
    },
    set: (part: Partial<typeof typed>) => {
      setTyped({ ...typed, ...part });
      clearError(create);
    },
    submit: () => {
      setTried(true);
      if (typed.name.trim() !== '' && unknown.length === 0 && !create.isPending) create.mutate();
    },
  };
}

interface AddTokenDialogProps {
  /** Role of the user; a token has at most this one. */
  role: Role;
  onCreated: (created: CreatedApiToken) => void;
  onClose: () => void;
}

/** A new API token: name, role, calls and expiry. */
export function AddTokenDialog({ role, onCreated, onClose }: AddTokenDialogProps) {
  const { typed, errors, set, submit, pending, identityDialog } = useNewToken(role, onCreated);
  return (
    <DialogFrame
      open
      title="Create API token"
      onClose={onClose}
      onSubmit={submit}
      width={480}
      footer={<FormFooter label="Create token" icon={mdiKeyPlus} pending={pending} onClose={onClose} />}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={typed.name}
        help="What uses it; shown in the audit log."
        error={errors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label="Role"
        options={roleOptions.filter(({ value }) => roleIncludes(role, value))}
        value={typed.role}
        help={ROLE_WORDS[typed.role].may}
        error={errors.role}
        onChange={(event) => set({ role: event.target.value as Role })}
      />
      <SelectField
        label="Expires after"
        options={ENDS}
        value={typed.days}
        onChange={(event) => set({ days: event.target.value })}
      />
      <TextAreaField
        label="Only these calls"
        mono
        rows={2}
        spellCheck={false}
        value={typed.calls}
        placeholder="listTenants, getTenant"
        help="Names as in /api/docs, such as listTenants. Empty: every call that the role may make."
        error={errors.calls}
        onChange={(event) => set({ calls: event.target.value })}
      />
      {identityDialog}
    </DialogFrame>
  );
}

/** Shows a new token, only once. */
export function TokenDialog({ made, onClose }: { made: CreatedApiToken; onClose: () => void }) {
  return (
    <SecretDialog
      title={`Token ${made.created.name}`}
      label="API token"
      value={made.token}
      copy="Copy token"
      onClose={onClose}
    >
      Copy the token now: only its hash is stored, and it is not shown again.
    </SecretDialog>
  );
}
