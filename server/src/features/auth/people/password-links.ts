import { LINK_HOURS, type OneTimeLink } from '@mission-control/contract/people/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inTransactionIfChanged } from '../../../platform/database/in-transaction-if-changed.ts';
import { hashPassword, sha256 } from '../passwords.ts';
import { checkNewPassword } from '../password-rules.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import { updateUser, type User } from '../queries-users.ts';
import { deleteSessions, findUserOfLink, putLink, takeLink } from './queries-people.ts';

/** Page that one-time links open. */
export const PASSWORD_ADDRESS = '/auth/password';
const LINK_MS = LINK_HOURS * HOUR_MS;

/** Creates the one-time link of a person: 256 random bits, of which only the hash is stored. */
export async function makeLink(ctx: Ctx, db: Transaction, { id, name }: User): Promise<OneTimeLink> {
  const secret = `mcl_${ctx.random.bytes(32).toString('base64url')}`;
  const endsAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  await putLink(db, id, { hash: sha256(secret), endsAt });
  return { id, name, link: `${PASSWORD_ADDRESS}?link=${secret}`, ends_at: endsAt.toISOString() };
}

const mayUse = (user: User | undefined): user is User => user !== undefined && !user.disabled && !user.deletedAt;

/** The account whose password the link sets; undefined when the link is unknown, used or expired, or the account is disabled. */
export async function accountOfLink(ctx: Ctx, secret: string): Promise<string | undefined> {
  const user = await findUserOfLink(ctx.db, sha256(secret), ctx.clock.now());
  return mayUse(user) ? user.name : undefined;
}

/**
 * Sets the password with a link, which is used up, and ends all sessions of the person. False when the link is no longer valid.
 * @throws AppError('refused') for a password that is not allowed; the link stays valid
 */
export async function setPasswordWithLink(ctx: Ctx, secret: string, password: string): Promise<boolean> {
  const user = await findUserOfLink(ctx.db, sha256(secret), ctx.clock.now());
  if (!mayUse(user)) return false;
  await checkNewPassword(password, user.name);
  const passwordHash = await hashPassword(password);
  const { id, name, role } = user;
  const actor = { kind: 'user', id, name, role, sessionId: null } as const;
  return inTransactionIfChanged({ ...ctx, actor }, async ({ db, record }) => {
    // The account first, like every other change of it: two orders would deadlock.
    await updateUser(db, id, { passwordHash });
    // Another request may have used the link: then nothing is changed.
    if ((await takeLink(db, sha256(secret), ctx.clock.now())) !== id) return;
    await deleteSessions(db, id);
    const after = { with: 'one-time link' };
    const topics = [TOPIC.users, TOPIC.sessions, TOPIC.person(id)];
    record({ action: 'user.password-set', subject: name, after, topics });
  });
}
