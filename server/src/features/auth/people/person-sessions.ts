import type { PersonSession } from '@mission-control/contract/people/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireUser } from '../accounts.ts';
import { checkOwnPassword } from '../own-password.ts';
import { checkNewPassword } from '../password-rules.ts';
import { hashPassword } from '../passwords.ts';
import { lockSession } from '../sessions/queries-sessions.ts';
import { liveAt } from '../sessions/sessions.ts';
import { signInMethodsOf } from './people.ts';
import { selectPasskeys } from '../passkeys/queries-passkeys.ts';
import { deleteLink, deleteSessions, replacePassword, selectSessions, type Session } from './queries-people.ts';

/** The open sessions of a person, the latest first. */
export async function listSessions(ctx: Ctx, userId: number): Promise<PersonSession[]> {
  await requireUser(ctx, userId);
  const found = await selectSessions(ctx.db, userId, liveAt(ctx.clock.now()));
  return found.map((session) => ({
    id: session.id,
    device: session.device,
    address: session.address,
    started_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    ends_at: session.endsAt.toISOString(),
    current: session.id === ctx.actor.sessionId,
  }));
}

/**
 * Ends sessions of a person: one, all, or all but one.
 * @throws AppError('not_found') when that session has ended
 */
export async function endSessions(
  ctx: Ctx,
  userId: number,
  which: { only?: string; except?: string | null } = {},
): Promise<{ ended: number }> {
  const { name } = await requireUser(ctx, userId);
  return inTransaction(ctx, async ({ db, record }) => {
    const ended = await deleteSessions(db, userId, which);
    if (which.only !== undefined && ended.length === 0)
      throw new AppError('not_found', 'There is no such session: it has already ended.');
    const before = ended.map(placeOf);
    const topics = [TOPIC.sessions, TOPIC.person(userId)];
    record({ action: 'user.sessions-ended', subject: name, before, topics });
    return { ended: ended.length };
  });
}

const placeOf = ({ device, address }: Session) => ({ device, address });

/** The caller's own account. */
export async function getMe(ctx: Ctx) {
  const user = await requireUser(ctx, ctx.actor.id);
  const hasPasskey = (await selectPasskeys(ctx.db, user.id)).length > 0;
  return { id: user.id, name: user.name, role: user.role, signs_in_by: signInMethodsOf(user, hasPasskey) };
}

/**
 * Changes the caller's password and ends all other sessions and the one-time link.
 * @throws AppError('refused') for a wrong old password, or a new one that is not allowed; AppError('not_signed_in') when the old password or
 * the session has ended since it was checked
 */
export async function changeOwnPassword(
  ctx: Ctx,
  { old, password, ip }: { old: string; password: string; ip: string },
): Promise<{ ended: number }> {
  const user = await requireUser(ctx, ctx.actor.id);
  const { id, name } = user;
  await checkNewPassword(password, name);
  await checkOwnPassword(ctx, user, { password: old, ip, field: 'old_password' });
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async ({ db, record }) => {
    const isCurrent = (await replacePassword(db, user, passwordHash)) && (await lockSession(db, ctx.actor.sessionId));
    if (!isCurrent) throw new AppError('not_signed_in', 'The sign-in has expired. Sign in again.');
    await deleteLink(db, id);
    const ended = await deleteSessions(db, id, { except: ctx.actor.sessionId });
    const topics = [TOPIC.users, TOPIC.sessions, TOPIC.person(id)];
    record({ action: 'user.password-changed', subject: name, after: { sessions_ended: ended.length }, topics });
    return { ended: ended.length };
  });
}
