import type { Ctx } from '../../../platform/context.ts';
import { sha256 } from '../passwords.ts';
import { insertChallenge, takeChallenge } from './queries-passkeys.ts';

export const CHALLENGE_MINUTES = 5;

/** Who may answer a challenge: the session that adds a passkey, or the browser (by its cookie) that signs in. */
export interface ChallengeOwner {
  use: 'add' | 'sign-in';
  id: string;
}

const keyOf = ({ use, id }: ChallengeOwner, challenge: string): string => sha256(`${use} ${id} ${challenge}`);

/** A new challenge of 256 random bits, valid for one response of its owner within five minutes. */
export async function makeChallenge(ctx: Ctx, owner: ChallengeOwner): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(ctx.random.bytes(32));
  const endsAt = new Date(ctx.clock.now().getTime() + CHALLENGE_MINUTES * 60_000);
  const text = Buffer.from(challenge).toString('base64url');
  await insertChallenge(ctx.db, { key: keyOf(owner, text), endsAt });
  return challenge;
}

/** Verifies and consumes the challenge of a response. */
export const challengeCheck =
  (ctx: Ctx, owner: ChallengeOwner) =>
  (challenge: string): Promise<boolean> =>
    takeChallenge(ctx.db, keyOf(owner, challenge), ctx.clock.now());
