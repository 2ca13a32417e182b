import { confirmMyself } from '@mission-control/contract/people/passkeys/calls';
import { CONFIRMED_MINUTES } from '@mission-control/contract/people/schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';

/**
 * Sends changes that outlive the session (0095): when the server requires a recent sign-in, asks for the password and sends the change
 * again. If the user cancels, `send` throws the refusal, marked as announced. Render `identityDialog` beside what sends.
 */
export function useIdentityCheck() {
  const [end, setEnd] = useState<((confirmed: boolean) => void) | null>(null);
  const send = async <T,>(change: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof ApiError) || error.fields.password === undefined) throw error;
        const confirmed = await new Promise<boolean>((resolve) => setEnd(() => resolve));
        setEnd(null);
        if (confirmed) continue;
        error.announced = true;
        throw error;
      }
    }
  };
  return { send, identityDialog: end && <IdentityDialog onEnd={end} /> };
}

function IdentityDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const confirm = useMutation({
    mutationFn: () => api.send(confirmMyself, { body: { password } }),
    onSuccess: () => onEnd(true),
    onError: (error) => (error.fields.password === undefined ? toastError(error) : undefined),
  });
  const close = () => onEnd(false);
  const submit = () => {
    setTried(true);
    if (password !== '' && !confirm.isPending) confirm.mutate();
  };
  return (
    <DialogFrame
      open
      title="Confirm that it is you"
      onClose={close}
      onSubmit={submit}
      width={440}
      footer={<FormFooter label="Confirm" pending={confirm.isPending} onClose={close} />}
    >
      <p>You signed in more than {CONFIRMED_MINUTES} minutes ago. This change requires your password again.</p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={tried && password === '' ? 'Enter your password.' : confirm.error?.fields.password}
        onChange={(event) => {
          setPassword(event.target.value);
          clearError(confirm);
        }}
      />
    </DialogFrame>
  );
}
