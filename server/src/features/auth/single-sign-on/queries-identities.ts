import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { ProviderLogout } from '../../../ports/identity/port.ts';
import { onlyRow, type Db, type Transaction } from '../../../platform/database/database.ts';
import type { User } from '../queries-users.ts';
import { providerLogouts, providerSignIns, sessions, userIdentities, users } from '../tables.ts';

/** An identity with its account. */
export interface Identity {
  id: number;
  suspendedAt: Date | null;
  user: User;
}

interface Subject {
  issuer: string;
  subject: string;
}

const ofSubject = ({ issuer, subject }: Subject) =>
  and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject));

const selectIdentity = (db: Db) =>
  db
    .select({ id: userIdentities.id, suspendedAt: userIdentities.suspendedAt, user: users })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .$dynamic();

export async function findIdentity(db: Db, who: Subject): Promise<Identity | undefined> {
  const [found] = await selectIdentity(db).where(ofSubject(who));
  return found;
}

/**
 * Locks the account of the identity until the transaction ends. Does not lock the identity, which a new session locks after its account:
 * the reverse order would deadlock.
 */
export async function lockIdentity(db: Transaction, who: Subject): Promise<Identity | undefined> {
  const [found] = await selectIdentity(db).where(ofSubject(who)).for('no key update', { of: users });
  return found;
}

export async function insertIdentity(
  db: Transaction,
  row: Omit<typeof userIdentities.$inferInsert, 'id'>,
): Promise<number> {
  return onlyRow(await db.insert(userIdentities).values(row).returning({ id: userIdentities.id })).id;
}

export async function setSuspended(db: Transaction, id: number, suspendedAt: Date | null): Promise<void> {
  await db.update(userIdentities).set({ suspendedAt }).where(eq(userIdentities.id, id));
}

export async function insertSignIn(db: Db, row: typeof providerSignIns.$inferInsert): Promise<void> {
  await db.insert(providerSignIns).values(row);
}

/** Takes a pending sign-in, so that nobody else can finish it; returns its `return_to`, or undefined. */
export async function takeSignIn(db: Db, key: string, now: Date): Promise<string | undefined> {
  const [taken] = await db
    .delete(providerSignIns)
    .where(and(eq(providerSignIns.key, key), gt(providerSignIns.endsAt, now)))
    .returning({ returnTo: providerSignIns.returnTo });
  return taken?.returnTo;
}

/** False when the token was used before. */
export async function keepLogout(db: Transaction, row: typeof providerLogouts.$inferInsert): Promise<boolean> {
  const made = await db
    .insert(providerLogouts)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: providerLogouts.key });
  return made.length > 0;
}

/** Ends the sessions that a logout of the provider refers to; returns the names of their users, one per session. */
export async function deleteProvidedSessions(
  db: Transaction,
  { issuer, subject, providerSession }: ProviderLogout,
): Promise<string[]> {
  const identities = db
    .select({ id: userIdentities.id })
    .from(userIdentities)
    .where(and(eq(userIdentities.issuer, issuer), subject === null ? undefined : eq(userIdentities.subject, subject)));
  // A session without a known session at the provider ends with its person.
  const ofSession =
    providerSession === null
      ? undefined
      : or(
          eq(sessions.providerSession, providerSession),
          subject === null ? undefined : isNull(sessions.providerSession),
        );
  const ended = await db
    .delete(sessions)
    .where(and(inArray(sessions.identityId, identities), ofSession))
    .returning({ userId: sessions.userId });
  if (ended.length === 0) return [];
  const ids = ended.map(({ userId }) => userId);
  const names = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return ids.map((id) => nameOf.get(id) ?? '');
}

/** Removes sign-ins that were not finished in time, and ids of expired logout tokens. */
export async function purgeProvided(db: Db, now: Date): Promise<void> {
  await db.delete(providerSignIns).where(lte(providerSignIns.endsAt, now));
  await db.delete(providerLogouts).where(lte(providerLogouts.endsAt, now));
}
