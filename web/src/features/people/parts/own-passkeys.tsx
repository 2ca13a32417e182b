import { mdiFingerprint } from '@mdi/js';
import {
  addMyPasskey,
  beginMyPasskey,
  listMyPasskeys,
  removeMyPasskey,
  renameMyPasskey,
  type Passkey,
} from '@mission-control/contract/people/passkeys/calls';
import { TOPIC } from '@mission-control/contract/topics';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { useWhileMounted } from '../../../ui/dialog/use-dialog.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useIdentityCheck } from './identity-check.tsx';
import { PasskeyList } from './passkey-list.tsx';

type Asked = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the user. @param refusal why they may have none, or null */
export function OwnPasskeys({ refusal }: { refusal: string | null }) {
  const passkeys = useQuery(queryOf(listMyPasskeys, {}));
  const [asked, setAsked] = useState<Asked | null>(null);
  const { address } = passkeys.data ?? {};
  return (
    <>
      <PasskeyList
        query={passkeys}
        level={2}
        action={
          <ActionButton
            size="small"
            icon={mdiFingerprint}
            disabledReason={refusal ?? placeRefusal(address)}
            onClick={() => setAsked({ act: 'add' })}
          >
            Add passkey
          </ActionButton>
        }
        renderActions={(passkey) => (
          <>
            <ActionButton
              size="small"
              variant="ghost"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => setAsked({ act: 'rename', passkey })}
            >
              Rename
            </ActionButton>
            <ActionButton
              size="small"
              variant="ghost"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setAsked({ act: 'remove', passkey })}
            >
              Remove
            </ActionButton>
          </>
        )}
      />
      {asked ? <PasskeyDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** Why passkeys cannot be used at this address; null if they can. Browsers accept them only at the configured one. */
function placeRefusal(address: string | null | undefined): string | null {
  if (address === undefined || address === window.location.origin) return null;
  return address === null
    ? 'Passkeys need the console at a domain name with https.'
    : `Passkeys work at ${address} only.`;
}

const WORDS = {
  add: { title: () => 'Add passkey', button: 'Add passkey', done: 'Passkey added' },
  rename: { title: (name: string) => `Rename ${name}`, button: 'Rename', done: 'Passkey renamed' },
  remove: { title: (name: string) => `Remove ${name}?`, button: 'Remove', done: 'Passkey removed' },
} as const;

/** Errors of the browser by name: the dialog was closed, or the device has a passkey of this account. */
const BROWSER_ERRORS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was created. Try again.',
  InvalidStateError: 'This device already has a passkey of yours.',
};

async function createCredential(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  // Loaded on demand: few users need it, and only once.
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return await startRegistration({ optionsJSON });
  } catch (cause) {
    const known = cause instanceof Error ? BROWSER_ERRORS[cause.name] : undefined;
    const messages = [known ?? 'This browser could not create a passkey.'] as const;
    throw new ApiError({ status: 0, code: 'refused', messages, requestId: null }, { cause });
  }
}

async function makePasskey(name: string): Promise<void> {
  const { options } = await api.send(beginMyPasskey, {});
  const { id, rawId, response } = await createCredential(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const { clientDataJSON, attestationObject, transports } = response;
  const sent = { clientDataJSON, attestationObject, ...(transports && { transports: [...transports] }) };
  await api.send(addMyPasskey, { body: { name, response: { id, rawId, type: 'public-key', response: sent } } });
}

function send(asked: Asked, name: string): Promise<unknown> {
  if (asked.act === 'add') return makePasskey(name);
  const params = { passkey: asked.passkey.id };
  if (asked.act === 'rename') return api.send(renameMyPasskey, { params, body: { name } });
  return api.send(removeMyPasskey, { params });
}

/** State of the dialog, its errors and the submission. */
function usePasskeyChange(asked: Asked, onClose: () => void) {
  const [name, setName] = useState(asked.act === 'add' ? '' : asked.passkey.name);
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const check = useIdentityCheck();
  const close = useWhileMounted(onClose);
  const change = useMutation({
    mutationFn: () => check.send(() => send(asked, name.trim())),
    onSuccess: () => {
      toast.success(WORDS[asked.act].done);
      close();
    },
    onError: (error) => (Object.keys(error.fields).length === 0 ? toastError(error) : undefined),
    onSettled: () => invalidateTopics(client, [TOPIC.users]),
  });
  const nameFault = name.trim() === '' ? 'Enter a name, such as that of the device.' : undefined;
  return {
    name,
    identityDialog: check.identityDialog,
    pending: change.isPending,
    error: (tried ? nameFault : undefined) ?? change.error?.fields.name,
    setName,
    submit: () => {
      setTried(true);
      if ((asked.act === 'remove' || nameFault === undefined) && !change.isPending) change.mutate();
    },
  };
}

/** Adds, renames or removes a passkey, after the user has confirmed their identity. */
function PasskeyDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const words = WORDS[asked.act];
  const { name, pending, error, setName, submit, identityDialog } = usePasskeyChange(asked, onClose);
  return (
    <DialogFrame
      open
      title={words.title(asked.act === 'add' ? '' : asked.passkey.name)}
      onClose={onClose}
      onSubmit={submit}
      width={440}
      footer={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant={asked.act === 'remove' ? 'danger' : 'primary'} type="submit" pending={pending}>
            {words.button}
          </ActionButton>
        </>
      }
    >
      {asked.act === 'remove' ? (
        <p>It can no longer be used to sign in. Your password and other passkeys stay.</p>
      ) : (
        <TextField
          label="Name"
          autoFocus
          maxLength={60}
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {identityDialog}
    </DialogFrame>
  );
}
