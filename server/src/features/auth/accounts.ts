import type { Role } from '@mission-control/contract/call';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { canonicalName, isAccountName } from './names.ts';
import { hashPassword, isPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import {
  anyUser,
  findUserByKey,
  hasSignedIn,
  insertUser,
  lockUsers,
  setPasswordHash,
  type User,
} from './queries-users.ts';

export interface NewUser {
  name: string;
  password: string;
  role: Role;
}

/**
 * Makes an account. Errors: `refused` for a name or password that cannot be one, `conflict` when the name is taken in
 * any case or Unicode form.
 */
export async function createUser(ctx: Ctx, input: NewUser): Promise<{ id: number; name: string; role: Role }> {
  const row = await userRow(ctx, input);
  try {
    const { id, name, role } = await inTransaction(ctx, async ({ db, record }) => {
      const user = await insertUser(db, row);
      record(created(user));
      return user;
    });
    return { id, name, role };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `There is a user named ${input.name} already.`, { cause: error });
  }
}

/** The account of a first start; the password is there exactly when it was generated, to be printed once. */
export interface FirstAdmin {
  user: string;
  password: string | null;
}

/**
 * Makes the first account, an administrator, when there is none; answers null when there is one already. However many
 * processes start at once, exactly one makes it.
 */
export async function ensureFirstAdmin(
  ctx: Ctx,
  given: { user?: string | undefined; password?: string | undefined },
): Promise<FirstAdmin | null> {
  if (await anyUser(ctx.db)) return null;
  const generated = ctx.random.bytes(15).toString('base64url');
  const name = given.user?.trim() || 'admin';
  const row = await userRow(ctx, { name, password: given.password || generated, role: 'admin' });
  try {
    await inTransaction(ctx, async ({ db, record }) => {
      await lockUsers(db);
      if (await anyUser(db)) throw new Taken();
      record(created(await insertUser(db, row)));
    });
  } catch (error) {
    if (error instanceof Taken) return null;
    throw error;
  }
  return { user: name, password: given.password ? null : generated };
}

/** Another process was faster; rolls the transaction back. */
class Taken extends Error {}

/**
 * Whether the account of a first start was ever used. While nobody has signed in with it, a configured password replaces its
 * own one: the start that printed it may have failed or its output may be lost (0038).
 */
export async function claimUnusedAdmin(
  ctx: Ctx,
  given: { user: string; password?: string | undefined },
): Promise<'used' | 'unused' | 'password set'> {
  const user = await findUserByKey(ctx.db, canonicalName(given.user));
  if (user?.role !== 'admin' || user.disabled || (await hasSignedIn(ctx.db, user.name))) return 'used';
  if (given.password === undefined || (await isPassword(given.password, user.passwordHash))) return 'unused';
  const { passwordHash } = await userRow(ctx, { name: user.name, password: given.password, role: user.role });
  try {
    await inTransaction(ctx, async ({ db, record }) => {
      await lockUsers(db);
      if (await hasSignedIn(db, user.name)) throw new Taken();
      await setPasswordHash(db, user.id, passwordHash);
      record({ action: 'user.password-set', subject: user.name, topics: ['users'] });
    });
  } catch (error) {
    if (error instanceof Taken) return 'used';
    throw error;
  }
  return 'password set';
}

async function userRow(ctx: Ctx, { name, password, role }: NewUser): Promise<Omit<User, 'id'>> {
  if (!isAccountName(name)) {
    throw new AppError('refused', 'A user name has 1 to 100 visible characters and no space around it.');
  }
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new AppError('refused', `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
  }
  const passwordHash = await hashPassword(password);
  return { name, nameKey: canonicalName(name), passwordHash, role, disabled: false, createdAt: ctx.clock.now() };
}

const created = (user: User) => ({
  action: 'user.created',
  subject: user.name,
  after: { name: user.name, role: user.role },
  topics: ['users'],
});
