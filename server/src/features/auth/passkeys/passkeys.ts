import { MAX_PASSKEYS, type Passkey } from '@mission-control/contract/people/passkeys/calls';
import { TOPIC } from '@mission-control/contract/topics';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { hash } from 'node:crypto';
import type { Ctx } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockCaller, requireUser } from '../accounts.ts';
import { requireOwnPresence, requirePresence } from '../presence.ts';
import type { User } from '../queries-users.ts';
import { challengeCheck, CHALLENGE_MINUTES, makeChallenge, type ChallengeOwner } from './challenges.ts';
import {
  deletePasskey,
  insertPasskey,
  selectPasskeys,
  updatePasskeyName,
  type PasskeyRow,
} from './queries-passkeys.ts';
import { relyingParty, type RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256 (COSE); every authenticator supports at least one. */
const ALGORITHMS = [-8, -7, -257];

const passkeyOf = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/** The user handle for authenticators; reveals nothing about the person. */
export const userHandleOf = ({ id, createdAt }: User): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', `user handle ${id} ${createdAt.toISOString()}`, 'buffer'));

/** The passkeys of a person, and the only origin at which passkeys work. */
export async function listPasskeys(ctx: Ctx, userId: number | null) {
  const { id } = await requireUser(ctx, userId);
  return { passkeys: (await selectPasskeys(ctx.db, id)).map(passkeyOf), address: relyingParty(ctx)?.origin ?? null };
}

/** The caller's account, if it may have passkeys. @throws AppError('refused') */
async function requireOwner(ctx: Ctx): Promise<{ user: User; party: RelyingParty; owner: ChallengeOwner }> {
  const user = await requireUser(ctx, ctx.actor.id);
  if (user.singleSignOn) throw new AppError('refused', 'You sign in with single sign-on, which passkeys would bypass.');
  const party = relyingParty(ctx);
  if (!party)
    throw new AppError('refused', 'Passkeys require a console address with a domain name and https (PUBLIC_URL).');
  return { user, party, owner: { use: 'add', id: ctx.actor.sessionId ?? '' } };
}

/** Options for creating a passkey: discoverable, with user verification. @throws AppError('refused') */
export async function beginPasskey(ctx: Ctx): Promise<{ options: Record<string, unknown> }> {
  const { user, party, owner } = await requireOwner(ctx);
  await requirePresence(ctx, user);
  const existing = await selectPasskeys(ctx.db, user.id);
  const options = await generateRegistrationOptions({
    rpName: 'Mission Control',
    rpID: party.id,
    userName: user.name,
    userDisplayName: user.name,
    userID: userHandleOf(user),
    challenge: await makeChallenge(ctx, owner),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

interface NewPasskey {
  name: string;
  response: Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type' | 'response'>;
}

/**
 * Adds the passkey created with the options.
 * @throws AppError('refused') for an invalid response; AppError('conflict') for a taken name, or a passkey that was already added
 */
export async function addPasskey(ctx: Ctx, { name, response }: NewPasskey): Promise<Passkey> {
  const { user, party, owner } = await requireOwner(ctx);
  const { credential, credentialBackedUp: synced } = await verified(ctx, party, owner, response);
  const row = {
    userId: user.id,
    name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    synced,
    createdAt: ctx.clock.now(),
  };
  try {
    return await inTransaction(ctx, async ({ db, record }) => {
      await lockCaller(ctx, db);
      const made = await insertPasskey(db, row);
      if ((await selectPasskeys(db, user.id)).length > MAX_PASSKEYS)
        throw new AppError('refused', `A person can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
      const after = { id: made.id, name, synced };
      record({ action: 'passkey.added', subject: `${name} of ${user.name}`, after, topics: [TOPIC.users] });
      return passkeyOf(made);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential'))
      throw new AppError('conflict', 'This passkey was already added.', { cause: error });
    throw isUniqueViolation(error) ? nameTaken(name, error) : error;
  }
}

async function verified(ctx: Ctx, party: RelyingParty, owner: ChallengeOwner, response: NewPasskey['response']) {
  try {
    const result = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challengeCheck(ctx, owner),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (result.verified) return result.registrationInfo;
  } catch (error) {
    ctx.log.info({ requestId: ctx.requestId, err: error }, 'a passkey was refused');
  }
  throw new AppError('refused', 'The passkey could not be verified. Start again.');
}

function nameTaken(name: string, cause: unknown): AppError {
  const message = `You already have a passkey named ${name}.`;
  return new AppError('conflict', message, { cause, fields: { name: message } });
}

const noSuchPasskey = () => new AppError('not_found', 'There is no such passkey: it was already removed.');

/** @throws AppError('refused') without a fresh sign-in or confirmation; AppError('conflict') for a taken name */
export async function renamePasskey(ctx: Ctx, id: number, name: string): Promise<Passkey> {
  const user = await requireOwnPresence(ctx);
  try {
    return await inTransaction(ctx, async ({ db, record }) => {
      const before = (await selectPasskeys(db, user.id)).find((one) => one.id === id);
      const changed = await updatePasskeyName(db, { userId: user.id, id }, name);
      if (!before || !changed) throw noSuchPasskey();
      const values = { before: { name: before.name }, after: { name } };
      record({ action: 'passkey.renamed', subject: `${name} of ${user.name}`, ...values, topics: [TOPIC.users] });
      return passkeyOf(changed);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(name, error) : error;
  }
}

/** Removes one of the caller's passkeys. @throws AppError('refused') without a fresh sign-in or confirmation */
export async function removeOwnPasskey(ctx: Ctx, id: number): Promise<void> {
  await requireOwnPresence(ctx);
  await removePasskey(ctx, ctx.actor.id, id);
}

/** Removes a passkey of a person, which can no longer be used to sign in. @throws AppError('not_found') */
export async function removePasskey(ctx: Ctx, userId: number | null, id: number): Promise<void> {
  const user = await requireUser(ctx, userId);
  await inTransaction(ctx, async ({ db, record }) => {
    const gone = await deletePasskey(db, user.id, id);
    if (!gone) throw noSuchPasskey();
    const before = { id, name: gone.name };
    record({ action: 'passkey.removed', subject: `${gone.name} of ${user.name}`, before, topics: [TOPIC.users] });
  });
}
