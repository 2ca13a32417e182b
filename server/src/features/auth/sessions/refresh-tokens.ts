import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inTransaction, inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { sha256 } from '../passwords.ts';
import {
  advanceFamily,
  deleteFamily,
  dropOldFamilies,
  findToken,
  insertFamily,
  insertToken,
  lockFamily,
  type Family,
} from './queries-refresh.ts';
import { lockSession, type SessionRow } from './queries-sessions.ts';
import { actorOf } from './sessions.ts';

const FAMILIES_PER_SESSION = 20;

/** How long the predecessor of the newest token still returns the newest one, for lost responses and duplicate tabs. */
export const GRACE_MS = 10_000;

const newToken = (ctx: Ctx): string => `mcr_${ctx.random.bytes(32).toString('base64url')}`;
const place = (familyId: number, generation: number): string => `refresh_families|${familyId}|${generation}`;

/** Starts a token family; a session keeps its newest twenty. Undefined when the session has ended. */
export async function startFamily(ctx: Ctx, session: SessionRow): Promise<string | undefined> {
  const token = newToken(ctx);
  return inUnauditedTransaction(ctx, async ({ db }) => {
    if (!(await lockSession(db, session.id))) return undefined;
    const familyId = await insertFamily(db, session.id, ctx.clock.now());
    await insertToken(db, { hash: sha256(token), familyId, generation: 1 });
    await dropOldFamilies(db, session.id, FAMILIES_PER_SESSION);
    return token;
  });
}

/**
 * Exchanges a refresh token for its successor. `session` is that of the accompanying cookie: a family works only together with the cookie
 * it was created under, so a token stolen by a script is useless elsewhere. Undefined when the token is rejected. One older than the
 * predecessor, or repeated late, was copied: the family is revoked and the audit log records it.
 */
export async function rotate(ctx: Ctx, token: string, session: SessionRow): Promise<string | undefined> {
  const found = await findToken(ctx.db, sha256(token));
  if (!found || found.sessionId !== session.id) return undefined;
  const successor = await inUnauditedTransaction(ctx, async ({ db }) => {
    const family = await lockFamily(db, found.familyId);
    return family ? successorOf(ctx, db, family, found.generation) : undefined;
  });
  if (successor !== 'copied') return successor;
  await inTransaction({ ...ctx, actor: actorOf(session) }, async ({ db, record }) => {
    await deleteFamily(db, found.familyId);
    record({ action: 'user.token-reused', subject: session.name, after: { family: found.familyId }, topics: [] });
  });
  return undefined;
}

async function successorOf(ctx: Ctx, db: Transaction, family: Family, generation: number): Promise<string> {
  const now = ctx.clock.now();
  if (generation === family.generation) {
    const token = newToken(ctx);
    const next = generation + 1;
    await insertToken(db, { hash: sha256(token), familyId: family.id, generation: next });
    const successorCipher = ctx.secrets.encrypt(token, place(family.id, next));
    await advanceFamily(db, { id: family.id, generation: next, rotatedAt: now, successorCipher });
    return token;
  }
  const inGrace = now.getTime() - family.rotatedAt.getTime() <= GRACE_MS;
  if (generation !== family.generation - 1 || !inGrace || family.successorCipher === null) return 'copied';
  return ctx.secrets.decrypt(family.successorCipher, place(family.id, family.generation));
}
