import { changeMyPassword } from '@mission-control/contract/people/calls';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mission-control/contract/people/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { toast } from '../../../ui/toast/toast.ts';

const EMPTY = { old: '', password: '', again: '' };

/** State of the form, its errors and the submission. */
function usePasswordChange() {
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => api.send(changeMyPassword, { body: { old_password: typed.old, password: typed.password } }),
    onSuccess: async ({ ended }) => {
      toast.success('Password changed', ended > 0 ? { detail: 'Your other sessions have ended.' } : {});
      setTyped(EMPTY);
      setTried(false);
      await invalidateTopics(client, [TOPIC.sessions]);
    },
    onError: (error) => (Object.keys(error.fields).length === 0 ? toastError(error) : undefined),
  });
  const faults = faultsOf(typed);
  return {
    typed,
    pending: change.isPending,
    /** The faults to show, by field. */
    errors: {
      old: (tried ? faults.old : undefined) ?? change.error?.fields.old_password,
      password: (tried ? faults.password : undefined) ?? change.error?.fields.password,
      again: tried ? faults.again : undefined,
    },
    set: (part: Partial<typeof EMPTY>) => {
      setTyped({ ...typed, ...part });
      clearError(change);
    },
    submit: () => {
      setTried(true);
      if (Object.values(faults).every((fault) => fault === undefined) && !change.isPending) change.mutate();
    },
  };
}

function faultsOf({ old, password, again }: typeof EMPTY) {
  const { length } = [...password];
  const fits = length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
  return {
    old: old === '' ? 'Enter your password.' : undefined,
    password: fits ? undefined : `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    again: again === password ? undefined : 'The passwords do not match.',
  };
}

/** Changes the password of the user. @param user name of the account, for password managers */
export function PasswordForm({ user }: { user: string }) {
  const { typed, errors, set, submit, pending } = usePasswordChange();
  return (
    <ToolForm
      label="Password"
      onSubmit={submit}
      button={
        <ActionButton type="submit" variant="primary" pending={pending}>
          Change password
        </ActionButton>
      }
    >
      <input type="text" name="username" autoComplete="username" value={user} readOnly hidden />
      <TextField
        label="Old password"
        type="password"
        autoComplete="current-password"
        value={typed.old}
        error={errors.old}
        onChange={(event) => set({ old: event.target.value })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={typed.password}
        help={`${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. Several unrelated words work well.`}
        error={errors.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <TextField
        label="New password again"
        type="password"
        autoComplete="new-password"
        value={typed.again}
        error={errors.again}
        onChange={(event) => set({ again: event.target.value })}
      />
    </ToolForm>
  );
}
