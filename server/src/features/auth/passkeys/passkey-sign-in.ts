import { TOPIC } from '@mission-control/contract/topics';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Ctx, Source } from '../../../platform/context.ts';
import { inTransaction, inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import type { User } from '../queries-users.ts';
import { startSession } from '../sessions/sessions.ts';
import { challengeCheck, CHALLENGE_MINUTES, makeChallenge } from './challenges.ts';
import { userHandleOf } from './passkeys.ts';
import { countUse, findPasskey, type PasskeyRow } from './queries-passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

const base64url = z
  .string()
  .max(8192)
  .regex(/^[\w-]+$/);
/** What the browser returned for the options (WebAuthn, AuthenticationResponseJSON). */
const answerSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Discoverable passkeys identify their account.
    userHandle: base64url,
  }),
});
type Answer = z.infer<typeof answerSchema>;

/** Options for signing in with any passkey of this console. @param browser value of the browser's cookie */
export async function beginSignIn(
  ctx: Ctx,
  party: RelyingParty,
  browser: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await makeChallenge(ctx, { use: 'sign-in', id: browser }),
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
  });
}

interface Attempt {
  party: RelyingParty;
  browser: string;
  /** The browser's response as JSON. */
  text: string;
  source: Source;
  cookieName: string;
}

/** Signs in with a passkey; undefined when it is unknown, removed or not accepted, or its account is not active. */
export async function signInWithPasskey(
  ctx: Ctx,
  { party, browser, text, source, cookieName }: Attempt,
): Promise<{ cookie: string; user: string } | undefined> {
  const answer = answerOf(text);
  const found = answer && (await findPasskey(ctx.db, answer.id));
  const why = answer === undefined ? 'unreadable' : found === undefined ? 'unknown' : refusal(found.user);
  const isGood = answer && found && why === null && (await isVerified(ctx, { party, browser, answer, ...found }));
  const cookie = isGood
    ? await startSession(ctx, found.user, cookieName, source, { with: `passkey ${found.passkey.name}` })
    : undefined;
  if (found && cookie !== undefined) return { cookie, user: found.user.name };
  await inTransaction(ctx, async ({ record }) => {
    const after = { ...source, with: 'passkey', why: why ?? 'not accepted' };
    record({ action: 'user.sign-in-refused', subject: found?.user.name ?? 'unknown user', after, topics: [] });
  });
  return undefined;
}

function answerOf(text: string): Answer | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Passkeys would bypass the provider of accounts with single sign-on, so none can be added or used. */
function refusal({ disabled, deletedAt, singleSignOn }: User): string | null {
  if (disabled || deletedAt) return 'not active';
  return singleSignOn ? 'single sign-on' : null;
}

interface Claim {
  party: RelyingParty;
  browser: string;
  answer: Answer;
  passkey: PasskeyRow;
  user: User;
}

/** Verifies challenge, origin, signature and counter, and stores the counter. */
async function isVerified(ctx: Ctx, { party, browser, answer, passkey, user }: Claim): Promise<boolean> {
  if (answer.response.userHandle !== Buffer.from(userHandleOf(user)).toString('base64url')) return false;
  const { credentialId: id, counter, transports } = passkey;
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challengeCheck(ctx, { use: 'sign-in', id: browser }),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter, transports },
      requireUserVerification: true,
    });
    if (!verified) return false;
    const use = { counter: info.newCounter, synced: info.credentialBackedUp, lastUsedAt: ctx.clock.now() };
    return await inUnauditedTransaction(ctx, async ({ db, changed }) => {
      changed(TOPIC.users, TOPIC.person(user.id));
      return countUse(db, passkey, use);
    });
  } catch (error) {
    ctx.log.info({ requestId: ctx.requestId, err: error }, 'a passkey was refused');
    return false;
  }
}
