import type { Role } from '@mission-control/contract/call';
import { cutText } from '@mission-control/contract/cut-text';
import { TOPIC } from '@mission-control/contract/topics';
import { systemActor, type Ctx, type Source } from '../../../platform/context.ts';
import { inTransaction, type Work } from '../../../platform/database/transaction.ts';
import type { ProvidedPerson } from '../../../ports/identity/port.ts';
import { canonicalName, isAccountName } from '../accounts.ts';
import { endAccess } from '../people/people.ts';
import { findUserByKey, insertUser, lockUsers, updateUser } from '../queries-users.ts';
import { startSession } from '../sessions/sessions.ts';
import { roleOfGroups, type SingleSignOn } from './policy.ts';
import { findIdentity, insertIdentity, lockIdentity, setSuspended, type Identity } from './queries-identities.ts';

/** The cookie value of a new session and the name of its account, or why there is none. */
export type ProvidedSignIn = { cookie: string; user: string } | Refusal;

interface Arrival {
  person: ProvidedPerson;
  source: Source;
  cookieName: string;
}

interface Refusal {
  refused: 'disabled' | 'no_role';
  name: string;
}

/** An account that may sign in, or why not. */
type Settled = { identity: Identity } | Refusal;

/** Actor of changes that the provider causes. */
const PROVIDER = systemActor('single sign-on');

/**
 * Signs in the person identified by the provider, creating the account the first time. The role follows the groups: without one the person
 * is refused, and an existing account is disabled until the groups give it a role again.
 */
export async function signInProvided(ctx: Ctx, policy: SingleSignOn, arrival: Arrival): Promise<ProvidedSignIn> {
  const { person, source, cookieName } = arrival;
  const role = roleOfGroups(policy, person.groups);
  const settled = await settle(ctx, role, arrival);
  if ('refused' in settled) return settled;
  const { id, user } = settled.identity;
  const provided = { with: 'single sign-on', identityId: id, providerSession: person.providerSession };
  const cookie = await startSession(ctx, user, cookieName, source, provided);
  if (cookie !== undefined) return { cookie, user: user.name };
  return inTransaction(ctx, async (work) => refuse(work, arrival, 'disabled', settled.identity));
}

/** Updates the account to match the groups. */
async function settle(ctx: Ctx, role: Role | null, arrival: Arrival): Promise<Settled> {
  const known = await findIdentity(ctx.db, arrival.person);
  if (known && isSettled(known, role)) return { identity: known };
  try {
    return await inTransaction({ ...ctx, actor: PROVIDER }, (work) => change(ctx, work, role, arrival));
  } catch (error) {
    if (error instanceof AlreadySettled) return { identity: error.identity };
    throw error;
  }
}

/** A concurrent sign-in was faster; rolls back the transaction. */
class AlreadySettled extends Error {
  readonly identity: Identity;
  constructor(identity: Identity) {
    super();
    this.identity = identity;
  }
}

async function change(ctx: Ctx, work: Work, role: Role | null, arrival: Arrival): Promise<Settled> {
  let identity = await lockIdentity(work.db, arrival.person);
  if (!identity) {
    // Of two concurrent first sign-ins, only one creates the account.
    await lockUsers(work.db);
    identity = await lockIdentity(work.db, arrival.person);
  }
  if (!identity) return role === null ? refuse(work, arrival, 'no_role', null) : create(ctx, work, role, arrival);
  if (isSettled(identity, role)) throw new AlreadySettled(identity);
  if (!isOpen(identity) && !isSuspended(identity)) return refuse(work, arrival, 'disabled', identity);
  if (role === null) return suspend(ctx, work, identity, arrival);
  return { identity: await follow(work, identity, role, arrival) };
}

const isSettled = (identity: Identity, role: Role | null): boolean => isOpen(identity) && identity.user.role === role;

const isOpen = ({ user }: Identity): boolean => !user.disabled && !user.deletedAt;

/** Whether the groups disabled the account, and nobody has changed its state since. */
const isSuspended = ({ suspendedAt, user }: Identity): boolean =>
  suspendedAt !== null && user.disabled && !user.deletedAt && user.stateAt?.getTime() === suspendedAt.getTime();

/** Groups for the audit log: enough to explain the role, but limited, whatever the provider sends. */
const shown = ({ groups }: ProvidedPerson) => groups.slice(0, 20).map((group) => cutText(group, 100));

function refuse(
  { record }: Work,
  { person, source }: Arrival,
  why: Refusal['refused'],
  identity: Identity | null,
): Refusal {
  const name = identity?.user.name ?? accountName(person);
  const after = { ...source, with: 'single sign-on', why, groups: shown(person) };
  record({ action: 'user.sign-in-refused', subject: name, after, topics: [] });
  return { refused: why, name };
}

async function create(ctx: Ctx, { db, record }: Work, role: Role, { person }: Arrival): Promise<Settled> {
  const name = await freeName(db, person);
  const createdAt = ctx.clock.now();
  const row = { name, nameKey: canonicalName(name), passwordHash: null, singleSignOn: true, role, createdAt };
  const user = await insertUser(db, row);
  const { issuer, subject } = person;
  const id = await insertIdentity(db, { userId: user.id, issuer, subject, createdAt });
  const after = { name, role, issuer, groups: shown(person) };
  record({ action: 'user.created', subject: name, after, topics: [TOPIC.users, TOPIC.person(user.id)] });
  return { identity: { id, suspendedAt: null, user } };
}

async function suspend(ctx: Ctx, work: Work, identity: Identity, arrival: Arrival): Promise<Settled> {
  const { db, record } = work;
  if (isSuspended(identity)) return refuse(work, arrival, 'no_role', identity);
  const { id, name } = identity.user;
  const stateAt = ctx.clock.now();
  await updateUser(db, id, { disabled: true, stateBy: PROVIDER.name, stateAt });
  await setSuspended(db, identity.id, stateAt);
  const after = { disabled: true, why: 'no_role', groups: shown(arrival.person), ...(await endAccess(db, id)) };
  const topics = [TOPIC.users, TOPIC.sessions, TOPIC.tokens, TOPIC.person(id)];
  record({ action: 'user.disabled', subject: name, before: { disabled: false }, after, topics });
  return refuse(work, arrival, 'no_role', identity);
}

/** Adopts the role of the groups, and enables an account that had lost its role. */
async function follow({ db, record }: Work, identity: Identity, role: Role, { person }: Arrival): Promise<Identity> {
  const { id, name, role: before, disabled } = identity.user;
  const groups = shown(person);
  const topics = [TOPIC.users, TOPIC.person(id)];
  if (disabled) {
    await updateUser(db, id, { disabled: false, stateBy: null, stateAt: null });
    await setSuspended(db, identity.id, null);
    const values = { before: { disabled }, after: { disabled: false, groups } };
    record({ action: 'user.enabled', subject: name, ...values, topics });
  }
  if (role !== before) {
    await updateUser(db, id, { role });
    const values = { before: { role: before }, after: { role, groups } };
    record({ action: 'user.role-changed', subject: name, ...values, topics });
  }
  return { ...identity, suspendedAt: null, user: { ...identity.user, role, disabled: false } };
}

/** A name that no account has: a taken one gets a suffix, because a name proves nothing (0088). */
async function freeName(db: Work['db'], person: ProvidedPerson): Promise<string> {
  const wanted = accountName(person);
  for (let at = 0; ; at += 1) {
    const name = at === 0 ? wanted : `${wanted} (single sign-on${at === 1 ? '' : ` ${at}`})`;
    if ((await findUserByKey(db, canonicalName(name))) === undefined) return name;
  }
}

const MAX_NAME = 70;

/** The provider's name for the person, without characters that account names must not contain. */
function accountName({ name, subject }: ProvidedPerson): string {
  const [tidy = '', fallback = ''] = [name ?? '', subject].map((text) =>
    [...text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')].slice(0, MAX_NAME).join('').trim(),
  );
  return [tidy, fallback].find(isAccountName) ?? 'nameless';
}
