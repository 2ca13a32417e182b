import type { Role } from '@mission-control/contract/call';
import {
  RESTORE_DAYS,
  type OneTimeLink,
  type Person,
  type PersonChange,
} from '@mission-control/contract/people/schema';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import { isUniqueViolation, type Transaction } from '../../../platform/database/database.ts';
import { inTransactionIfChanged } from '../../../platform/database/in-transaction-if-changed.ts';
import { inTransaction, type Work } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { canonicalName, noSuchPerson } from '../accounts.ts';
import { insertUser, updateUser, type User } from '../queries-users.ts';
import { deleteTokens } from '../tokens/queries-tokens.ts';
import { liveAt } from '../sessions/sessions.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { makeLink } from './password-links.ts';
import {
  deleteLink,
  deleteSessions,
  lockPersonAndAdmins,
  purgeUsers,
  selectAccounts,
  type Account,
} from './queries-people.ts';

/** Everybody with an account, by name, including deleted people until their purge. */
export async function listPeople(ctx: Ctx): Promise<Person[]> {
  const accounts = await selectAccounts(ctx.db, liveAt(ctx.clock.now()));
  const admins = accounts.filter((account) => isActiveAdmin(ctx, account));
  return accounts.map((account) => ({
    ...personOf(account),
    last_admin: admins.length === 1 && admins[0]?.id === account.id,
  }));
}

function personOf(account: Account): Omit<Person, 'last_admin'> {
  return {
    id: account.id,
    name: account.name,
    role: account.role,
    state: stateOf(account),
    state_by: account.stateBy,
    state_at: account.stateAt?.toISOString() ?? null,
    signs_in_by: signInMethodsOf(account, account.hasPasskey),
    link_ends_at: account.linkEndsAt?.toISOString() ?? null,
    last_seen_at: account.lastSeenAt?.toISOString() ?? null,
    sessions: account.liveSessions,
    created_at: account.createdAt.toISOString(),
  };
}

/** The sign-in methods of the account. */
export const signInMethodsOf = ({ passwordHash, singleSignOn }: User, hasPasskey: boolean): Person['signs_in_by'] => [
  ...(passwordHash === null ? [] : (['password'] as const)),
  ...(hasPasskey ? (['passkey'] as const) : []),
  ...(singleSignOn ? (['single-sign-on'] as const) : []),
];

function stateOf(account: User): Person['state'] {
  if (account.deletedAt) return 'deleted';
  if (account.disabled) return 'disabled';
  return account.passwordHash === null && !account.singleSignOn ? 'invited' : 'active';
}

/** Whether an admin can sign in, by a method that the console accepts. */
const isActiveAdmin = ({ signInMethods }: Ctx, account: User): boolean =>
  account.role === 'admin' &&
  stateOf(account) === 'active' &&
  ((signInMethods.password && account.passwordHash !== null) || (signInMethods.singleSignOn && account.singleSignOn));

async function getPerson(ctx: Ctx, id: number): Promise<Person> {
  const found = (await listPeople(ctx)).find((person) => person.id === id);
  if (!found) throw noSuchPerson();
  return found;
}

/**
 * Adds a person without a password, by default with the role of DEFAULT_ROLE, and creates the link to set one. Errors: `conflict` when the
 * name is taken in any case or Unicode form.
 */
export async function addPerson(
  ctx: Ctx,
  { name, role = ctx.defaultRole }: { name: string; role?: Role | undefined },
): Promise<OneTimeLink> {
  const row = { name, nameKey: canonicalName(name), passwordHash: null, role, createdAt: ctx.clock.now() };
  try {
    return await inTransaction(ctx, async ({ db, record }) => {
      const user = await insertUser(db, row);
      const topics = [TOPIC.users, TOPIC.person(user.id)];
      record({ action: 'user.created', subject: name, after: { name, role }, topics });
      return makeLink(ctx, db, user);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = `There is already a person named ${name}, perhaps among the deleted ones.`;
    throw new AppError('conflict', message, { cause: error, fields: { name: message } });
  }
}

/**
 * Changes the role of a person, or disables or enables the person. Disabling ends all sessions. Errors: `conflict` for the last active
 * admin, `refused` for a role that the identity provider determines.
 */
export async function changePerson(ctx: Ctx, id: number, change: PersonChange): Promise<Person> {
  await changeUser(ctx, id, (work, user) =>
    'role' in change ? changeRole(work, user, change.role) : setDisabled(ctx, work, user, change.disabled),
  );
  return getPerson(ctx, id);
}

async function changeRole({ db, record }: Work, user: User, role: Role): Promise<Partial<User>> {
  const { id, name, role: before } = user;
  if (user.singleSignOn)
    throw new AppError('refused', `The role of ${name} comes from their groups at the identity provider.`);
  await updateUser(db, id, { role });
  const values = { before: { role: before }, after: { role } };
  record({ action: 'user.role-changed', subject: name, ...values, topics: [TOPIC.users, TOPIC.person(id)] });
  return { role };
}

async function setDisabled(ctx: Ctx, { db, record }: Work, user: User, disabled: boolean): Promise<Partial<User>> {
  await updateUser(db, user.id, { disabled, ...stateChange(ctx, disabled) });
  // On enabling too: a sign-in may have been in progress while the account was disabled.
  const ended = await endAccess(db, user.id);
  const values = { before: { disabled: user.disabled }, after: { disabled, ...ended } };
  const action = disabled ? 'user.disabled' : 'user.enabled';
  record({ action, subject: user.name, ...values, topics: ofAccess(user.id) });
  return { disabled };
}

/** Topics of a change that ends all access of a person. */
const ofAccess = (id: number): Topic[] => [TOPIC.users, TOPIC.sessions, TOPIC.tokens, TOPIC.person(id)];

const stateChange = ({ actor, clock }: Ctx, isOut: boolean) => ({
  stateBy: isOut ? actor.name : null,
  stateAt: isOut ? clock.now() : null,
});

/** Permanently ends all sessions, API tokens and the one-time link; returns the number of sessions and tokens. */
export async function endAccess(db: Transaction, id: number): Promise<{ sessions: number; tokens: number }> {
  await deleteLink(db, id);
  return { sessions: (await deleteSessions(db, id)).length, tokens: await deleteTokens(db, id) };
}

/** Deletes a person, who can be restored until the purge. Errors: `conflict` for the last active admin. */
export async function deletePerson(ctx: Ctx, id: number): Promise<void> {
  await changeUser(ctx, id, async ({ db, record }, user) => {
    const deletedAt = ctx.clock.now();
    await updateUser(db, id, { deletedAt, ...stateChange(ctx, true) });
    const after = await endAccess(db, id);
    const before = { name: user.name, role: user.role };
    record({ action: 'user.deleted', subject: user.name, before, after, topics: ofAccess(id) });
    return { deletedAt };
  });
}

/** Restores a deleted person as they were. */
export async function restorePerson(ctx: Ctx, id: number): Promise<Person> {
  await inTransaction(ctx, async ({ db, record }) => {
    const user = (await lockPersonAndAdmins(db, id)).find((one) => one.id === id);
    if (!user?.deletedAt) throw noSuchPerson();
    await updateUser(db, id, { deletedAt: null, ...stateChange(ctx, false) });
    // As on enabling: something may have been in progress while the account was deleted.
    const after = { name: user.name, role: user.role, ...(await endAccess(db, id)) };
    record({ action: 'user.restored', subject: user.name, after, topics: ofAccess(id) });
  });
  return getPerson(ctx, id);
}

/**
 * Creates a new one-time link when the password or the previous link is lost. Errors: `refused` for a disabled person, or with single
 * sign-on.
 */
export async function makePasswordLink(ctx: Ctx, id: number): Promise<OneTimeLink> {
  return inTransaction(ctx, async ({ db, record }) => {
    const user = (await lockPersonAndAdmins(db, id)).find((one) => one.id === id);
    if (!user || user.deletedAt) throw noSuchPerson();
    if (user.disabled) throw new AppError('refused', `${user.name} is disabled. Enable the account first.`);
    if (user.singleSignOn) throw new AppError('refused', `${user.name} signs in with single sign-on, not a password.`);
    record({ action: 'user.link-made', subject: user.name, topics: [TOPIC.users, TOPIC.person(id)] });
    return makeLink(ctx, db, user);
  });
}

/** Changes a locked account; rejected when no active admin would be left. @param change returns the new values */
async function changeUser(
  ctx: Ctx,
  id: number,
  change: (work: Work, user: User) => Promise<Partial<User>>,
): Promise<void> {
  await inTransaction(ctx, async (work) => {
    const locked = await lockPersonAndAdmins(work.db, id);
    const user = locked.find((one) => one.id === id);
    if (!user || user.deletedAt) throw noSuchPerson();
    const changed = { ...user, ...(await change(work, user)) };
    const hasOthers = locked.some((one) => one.id !== id && isActiveAdmin(ctx, one));
    if (isActiveAdmin(ctx, user) && !isActiveAdmin(ctx, changed) && !hasOthers)
      throw new AppError('conflict', `${user.name} is the last active admin. Make somebody else an admin first.`);
  });
}

/** Permanently removes people who were deleted 30 days ago. */
export async function purgePeople(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - RESTORE_DAYS * DAY_MS);
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    for (const { name } of await purgeUsers(db, before))
      record({ action: 'user.purged', subject: name, topics: [TOPIC.users] });
  });
}
