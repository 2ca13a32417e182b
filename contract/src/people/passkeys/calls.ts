import { z } from 'zod';
import { defineCall } from '../../call.ts';
import { idInAddress, idParams } from '../../id.ts';
import { givenName } from '../../texts.ts';
import { TOPIC } from '../../topics.ts';

/** Maximum passkeys per person. */
export const MAX_PASSKEYS = 20;

const base64url = z
  .string()
  .min(1)
  .max(16_000)
  .regex(/^[\w-]+$/, 'must be base64url');

export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** True if it is synced between devices, for example by a password manager. */
  synced: z.boolean(),
  /** ISO 8601, UTC; like all times here. */
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** `address`: the only origin at which passkeys work; null if they cannot work because the console has no domain name. */
const passkeyList = z.object({ passkeys: z.array(passkey), address: z.string().nullable() });
const passkeyParams = z.object({ passkey: idInAddress });

/** What the browser returned for the options of `beginMyPasskey` (WebAuthn, RegistrationResponseJSON). */
const registration = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});

export const confirmMyself = defineCall({
  name: 'confirmMyself',
  method: 'POST',
  path: '/api/me/confirm',
  access: 'viewer',
  personOnly: true,
  summary:
    "Confirms the caller's presence by password: for ten minutes the session may change passkeys, create API tokens, add people, change roles and make one-time links.",
  body: z.strictObject({ password: z.string().min(1).max(1024) }),
  bodyLimit: 8_192,
  response: z.object({}),
});

export const listMyPasskeys = defineCall({
  name: 'listMyPasskeys',
  method: 'GET',
  path: '/api/me/passkeys',
  access: 'viewer',
  summary: "The caller's passkeys, and the address at which they work.",
  topics: () => [TOPIC.users],
  response: passkeyList,
});

export const beginMyPasskey = defineCall({
  name: 'beginMyPasskey',
  method: 'POST',
  path: '/api/me/passkeys/options',
  access: 'viewer',
  personOnly: true,
  summary:
    'Options for creating a passkey (WebAuthn), valid for one attempt of this session within five minutes; requires a recent sign-in or confirmation.',
  // The library that created the options validates the response.
  response: z.object({ options: z.record(z.string(), z.unknown()) }),
});

export const addMyPasskey = defineCall({
  name: 'addMyPasskey',
  method: 'POST',
  path: '/api/me/passkeys',
  access: 'viewer',
  personOnly: true,
  summary: 'Adds the passkey that the browser created from the options.',
  body: z.strictObject({ name: givenName, response: registration }),
  bodyLimit: 65_536,
  status: 201,
  response: passkey,
});

export const renameMyPasskey = defineCall({
  name: 'renameMyPasskey',
  method: 'PATCH',
  path: '/api/me/passkeys/{passkey}',
  access: 'viewer',
  personOnly: true,
  summary: "Renames one of the caller's passkeys; requires a recent sign-in or confirmation.",
  params: passkeyParams,
  body: z.strictObject({ name: givenName }),
  response: passkey,
});

export const removeMyPasskey = defineCall({
  name: 'removeMyPasskey',
  method: 'DELETE',
  path: '/api/me/passkeys/{passkey}',
  access: 'viewer',
  personOnly: true,
  summary:
    "Removes one of the caller's passkeys, which can no longer be used to sign in; requires a recent sign-in or confirmation.",
  params: passkeyParams,
  response: z.object({}),
});

export const listPersonPasskeys = defineCall({
  name: 'listPersonPasskeys',
  method: 'GET',
  path: '/api/people/{id}/passkeys',
  access: 'admin',
  summary: 'The passkeys of a person.',
  params: idParams,
  topics: () => [TOPIC.users],
  response: passkeyList,
});

export const removePersonPasskey = defineCall({
  name: 'removePersonPasskey',
  method: 'DELETE',
  path: '/api/people/{id}/passkeys/{passkey}',
  access: 'admin',
  personOnly: true,
  summary: 'Removes a passkey of a person; for an own one, requires a recent sign-in or confirmation.',
  params: idParams.extend(passkeyParams.shape),
  response: z.object({}),
});
