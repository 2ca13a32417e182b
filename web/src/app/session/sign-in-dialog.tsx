import { mdiLogin } from '@mdi/js';
import { useCallback, useEffect, useState } from 'react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useSession } from './session-context.ts';

const SIGN_IN = '/auth/login';
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'Enter a user and a password.',
  401: 'That user and password do not match.',
  403: 'Passwords are not accepted here. Sign in with single sign-on.',
  429: 'Too many attempts. Try again later.',
};
const UNREACHABLE = 'You could not be signed in. Try again in a moment.';

const nothing = () => undefined;
const unreachable = () => UNREACHABLE;

/** Sends the sign-in form, which redirects on success; returns the problem, if any. */
async function sendForm(user: string, password: string): Promise<string | undefined> {
  try {
    const body = new URLSearchParams({ user, password });
    const response = await fetch(SIGN_IN, { method: 'POST', body, redirect: 'manual' });
    if (response.type === 'opaqueredirect') return undefined;
    return PROBLEMS[response.status] ?? UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}

/** Signs in over a page with unsaved work, after the session has ended (0094). @param user whose work it is */
export function SignInDialog({ user: before }: { user: string }) {
  const session = useSession();
  const [user, setUser] = useState(before);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    if (isSending) return;
    setIsSending(true);
    setProblem((await sendForm(user, password)) ?? (await session.resume().then(nothing, unreachable)));
    setIsSending(false);
  };
  useSignInElsewhere();
  return (
    <DialogFrame
      open
      title="Sign in to continue"
      // Esc or an outside click would lose what was typed.
      onClose={() => undefined}
      onSubmit={() => void submit()}
      width={440}
      footer={
        <>
          <ActionButton variant="danger" onClick={() => session.abandon()}>
            Discard and leave
          </ActionButton>
          <ActionButton variant="primary" icon={mdiLogin} type="submit" pending={isSending}>
            Log in
          </ActionButton>
        </>
      }
    >
      <p>Your session has ended. Your unsaved changes are still here; anybody else starts without them.</p>
      <TextField
        label="User"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoFocus
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      <a href={`${SIGN_IN}?other=1`} target="_blank" rel="noreferrer">
        Sign in another way, in a new tab
      </a>
    </DialogFrame>
  );
}

/** Resumes after a sign-in in another tab, e.g. with single sign-on. */
function useSignInElsewhere(): void {
  const session = useSession();
  const resume = useCallback(() => void session.resume().catch(() => undefined), [session]);
  useEffect(() => {
    window.addEventListener('focus', resume);
    return () => window.removeEventListener('focus', resume);
  }, [resume]);
}
