import { CONFIRMED_MINUTES } from '@mission-control/contract/people/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { requireUser } from './accounts.ts';
import { checkOwnPassword } from './own-password.ts';
import type { User } from './queries-users.ts';
import { presenceOf, setConfirmed } from './sessions/queries-sessions.ts';

/** Confirms the person's presence with their password. @throws AppError('refused') for a wrong one */
export async function confirmMyself(ctx: Ctx, { password, ip }: { password: string; ip: string }): Promise<void> {
  const user = await requireUser(ctx, ctx.actor.id);
  await checkOwnPassword(ctx, user, { password, ip, field: 'password' });
  await inTransaction(ctx, async ({ db, record }) => {
    await setConfirmed(db, ctx.actor.sessionId ?? '', ctx.clock.now());
    record({ action: 'user.confirmed', subject: user.name, topics: [] });
  });
}

/**
 * An open session that somebody finds must not become permanent access (0095).
 * @throws AppError('refused') without a sign-in or confirmation in the last ten minutes
 */
export async function requirePresence(ctx: Ctx, { singleSignOn }: User, db: Db = ctx.db): Promise<void> {
  const at = ctx.actor.sessionId === null ? undefined : await presenceOf(db, ctx.actor.sessionId);
  // A time in the future was noted before the clock was set back.
  if (at && Math.abs(ctx.clock.now().getTime() - at.getTime()) < CONFIRMED_MINUTES * 60_000) return;
  const recent = `This requires a sign-in within the last ${CONFIRMED_MINUTES} minutes. Log out and in again.`;
  if (singleSignOn) throw new AppError('refused', recent);
  const message = 'Enter your password.';
  throw new AppError('refused', message, { fields: { password: message } });
}

/** `requirePresence` of the caller. @returns the caller's account */
export async function requireOwnPresence(ctx: Ctx): Promise<User> {
  const user = await requireUser(ctx, ctx.actor.id);
  await requirePresence(ctx, user);
  return user;
}
