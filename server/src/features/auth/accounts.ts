import type { Role } from '@mission-control/contract/call';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword, isPassword } from './passwords.ts';
import {
  anyUser,
  findUser,
  findUserByKey,
  insertUser,
  lockActiveUser,
  lockUsers,
  updateUser,
  type User,
} from './queries-users.ts';

/**
 * Canonical form of an account name for comparison, uniqueness and counting: compatibility characters, case and surrounding space make no
 * difference (CVE-2025-24806 and CVE-2025-64526 counted the raw field instead).
 */
export function canonicalName(name: string): string {
  // Upper-casing first folds characters that lower-casing alone distinguishes, e.g. the German sharp s and the final sigma.
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim();
}

/** Whether a name is valid: 1 to 100 visible characters, no control or invisible ones. */
export function isAccountName(name: string): boolean {
  return name === name.trim() && name.length > 0 && name.length <= 100 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
}

export const noSuchPerson = () => new AppError('not_found', 'There is no such person.');

/** A person who is not deleted. @throws AppError('not_found') */
export async function requireUser(ctx: Ctx, id: number | null): Promise<User> {
  const user = id === null ? undefined : await findUser(ctx.db, id);
  if (!user || user.deletedAt) throw noSuchPerson();
  return user;
}

/**
 * Locks the caller's account until the transaction ends: changes that are limited per person queue here, so that together they cannot exceed
 * the limit, and none is made while the account is disabled or deleted. @throws AppError('not_found')
 */
export async function lockCaller({ actor }: Ctx, db: Transaction): Promise<User> {
  const user = await lockActiveUser(db, actor.id);
  if (!user) throw noSuchPerson();
  return user;
}

export interface NewUser {
  name: string;
  password: string;
  role: Role;
}

/** Creates an account. Errors: `refused` for an invalid name or password, `conflict` when the name is taken in any case or Unicode form. */
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
    throw new AppError('conflict', `There is already a person named ${input.name}.`, { cause: error });
  }
}

/** The account of a first start; contains the password only if it was generated, to be printed once. */
export interface FirstAdmin {
  user: string;
  password: string | null;
}

/**
 * Creates the first account, an administrator, unless an account exists (then null). Of several concurrent starts exactly one creates it.
 */
export async function ensureFirstAdmin(
  ctx: Ctx,
  given: { user?: string | undefined; password?: string | undefined },
): Promise<FirstAdmin | null> {
  if (await anyUser(ctx.db)) return null;
  const generated = ctx.random.bytes(15).toString('base64url');
  const name = given.user?.trim() || 'admin';
  const row = await userRow(ctx, { name, password: given.password || generated, role: 'admin' });
  const isCreated = await inTransactionIfChanged(ctx, async ({ db, record }) => {
    await lockUsers(db);
    if (!(await anyUser(db))) record(created(await insertUser(db, row)));
  });
  return isCreated ? { user: name, password: given.password ? null : generated } : null;
}

/**
 * Replaces the password of a never-used first account with the configured one: the start that printed the generated one may have failed, or
 * its output may be lost (0038).
 */
export async function claimUnusedAdmin(
  ctx: Ctx,
  given: { user: string; password?: string | undefined },
): Promise<'used' | 'unused' | 'password set'> {
  const key = canonicalName(given.user);
  const user = await findUserByKey(ctx.db, key);
  if (!isUnusedAdmin(user)) return 'used';
  if (given.password === undefined || (await isPassword(given.password, user.passwordHash))) return 'unused';
  const { passwordHash } = await userRow(ctx, { name: user.name, password: given.password, role: user.role });
  const isSet = await inTransactionIfChanged(ctx, async ({ db, record }) => {
    await lockUsers(db);
    if (!isUnusedAdmin(await findUserByKey(db, key))) return;
    await updateUser(db, user.id, { passwordHash });
    record({ action: 'user.password-set', subject: user.name, topics: [TOPIC.users] });
  });
  return isSet ? 'password set' : 'used';
}

/** An active admin who has never signed in. The audit log cannot tell, because it may be kept for a few days only (AUDIT_DAYS). */
const isUnusedAdmin = (user: User | undefined): user is User =>
  user?.role === 'admin' && !user.disabled && !user.deletedAt && user.lastSeenAt === null;

async function userRow(ctx: Ctx, { name, password, role }: NewUser) {
  if (!isAccountName(name)) {
    throw new AppError('refused', 'A user name has 1 to 100 visible characters and no space around it.');
  }
  await checkNewPassword(password, name);
  const passwordHash = await hashPassword(password);
  return { name, nameKey: canonicalName(name), passwordHash, role, createdAt: ctx.clock.now() };
}

const created = (user: User) => ({
  action: 'user.created',
  subject: user.name,
  after: { name: user.name, role: user.role },
  topics: [TOPIC.users],
});
