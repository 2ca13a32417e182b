import type { FoundItem } from '@mission-control/contract/search/calls';
import { and, asc, count, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import {
  containsWords,
  startsFirst,
  searchOf,
  type Search,
  type Words,
} from '../../../platform/database/contains-words.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { isActive, type User } from '../queries-users.ts';
import { isLive, type Live } from '../sessions/queries-sessions.ts';
import { passkeys, passwordLinks, sessions, users } from '../tables.ts';

export type Session = typeof sessions.$inferSelect;

/** An account with its valid one-time link and the number of its live sessions. */
export interface Account extends User {
  linkEndsAt: Date | null;
  liveSessions: number;
  hasPasskey: boolean;
}

/** All accounts by name, deleted ones included. */
export async function selectAccounts(db: Db, live: Live): Promise<Account[]> {
  const found = await db
    .select({
      user: users,
      linkEndsAt: passwordLinks.endsAt,
      liveSessions: count(sessions.id),
      hasPasskey: sql<boolean>`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(passwordLinks, and(eq(passwordLinks.userId, users.id), gt(passwordLinks.endsAt, live.now)))
    .leftJoin(sessions, and(eq(sessions.userId, users.id), isLive(live)))
    .groupBy(users.id, passwordLinks.endsAt)
    .orderBy(asc(users.nameKey));
  return found.map(({ user, ...rest }) => ({ ...user, ...rest }));
}

/**
 * Locks a person and all admins until the transaction ends, in order of id: concurrent changes of admins queue here, so that at least
 * one active admin remains.
 */
export async function lockPersonAndAdmins(db: Transaction, id: number): Promise<User[]> {
  return db
    .select()
    .from(users)
    .where(or(eq(users.id, id), eq(users.role, 'admin')))
    .orderBy(users.id)
    .for('update');
}

/** Replaces a password; false when the account has another one by now, or is no longer active. */
export async function replacePassword(
  db: Transaction,
  { id, passwordHash: old }: User,
  passwordHash: string,
): Promise<boolean> {
  const isUnchanged = sql`${users.passwordHash} = ${old}`;
  const replaced = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), isUnchanged, isActive))
    .returning({ id: users.id });
  return replaced.length > 0;
}

export async function purgeUsers(db: Transaction, deletedBefore: Date): Promise<User[]> {
  return db.delete(users).where(lt(users.deletedAt, deletedBefore)).returning();
}

/** The live sessions of a person, the latest first. */
export async function selectSessions(db: Db, userId: number, live: Live): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(live)))
    .orderBy(desc(sessions.lastSeenAt), sessions.id);
}

/** Ends sessions of a person: one, all, or all but one. Returns the ended ones. */
export async function deleteSessions(
  db: Transaction,
  userId: number,
  which: { only?: string; except?: string | null } = {},
): Promise<Session[]> {
  return db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.except ? ne(sessions.id, which.except) : undefined,
      ),
    )
    .returning();
}

/** Replaces the one-time link of a person. */
export async function putLink(
  db: Transaction,
  userId: number,
  link: Omit<typeof passwordLinks.$inferInsert, 'userId'>,
): Promise<void> {
  await db
    .insert(passwordLinks)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: passwordLinks.userId, set: link });
}

/** The account of a valid link. */
export async function findUserOfLink(db: Db, hash: string, now: Date): Promise<User | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.hash, hash), gt(passwordLinks.endsAt, now)));
  return found?.user;
}

/** Consumes a link; returns the id of its account, or undefined when another request was faster. */
export async function takeLink(db: Transaction, hash: string, now: Date): Promise<number | undefined> {
  const [taken] = await db
    .delete(passwordLinks)
    .where(and(eq(passwordLinks.hash, hash), gt(passwordLinks.endsAt, now)))
    .returning({ userId: passwordLinks.userId });
  return taken?.userId;
}

export async function deleteLink(db: Transaction, userId: number): Promise<void> {
  await db.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
}

export async function purgeLinks(db: Db, now: Date): Promise<void> {
  await db.delete(passwordLinks).where(lte(passwordLinks.endsAt, now));
}

/** People by name or role, without deleted ones. */
export function findPeople(db: Db, words: Words, limit: number): Search<FoundItem> {
  const { id, name, nameKey, role } = users;
  return searchOf(
    db
      .select({ id, name, role })
      .from(users)
      .where(and(isNull(users.deletedAt), containsWords(words, nameKey, role)))
      .orderBy(startsFirst(words, nameKey), asc(nameKey))
      .limit(limit),
    (person) => ({
      kind: 'person',
      name: person.name,
      detail: person.role.replace('-', ' '),
      path: `/people?person=${person.id}`,
    }),
  );
}
