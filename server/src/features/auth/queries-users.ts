import type { Role } from '@mission-control/contract/call';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { onlyRow, type Db, type Transaction } from '../../platform/database/database.ts';
import { users } from './tables.ts';

export type User = typeof users.$inferSelect;

/** The condition that an account is neither disabled nor deleted. */
export const isActive = and(eq(users.disabled, false), isNull(users.deletedAt));

export async function findUserByKey(db: Db, nameKey: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.nameKey, nameKey));
  return user;
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** The role of a person who may sign in; null otherwise. */
export async function roleOf(db: Db, id: number): Promise<Role | null> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), isActive));
  return user?.role ?? null;
}

export async function insertUser(db: Db, user: Omit<typeof users.$inferInsert, 'id'>): Promise<User> {
  return onlyRow(await db.insert(users).values(user).returning());
}

export async function updateUser(db: Transaction, id: number, values: Partial<User>): Promise<void> {
  await db.update(users).set(values).where(eq(users.id, id));
}

export async function anyUser(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}

/**
 * Locks an active account until the transaction ends; undefined for any other. Rows that refer to the account can still be inserted:
 * blocking them would deadlock with transactions that have locked something else of the person.
 */
export async function lockActiveUser(db: Transaction, id: number | null): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id ?? 0), isActive))
    .for('no key update');
  return user;
}

/** Blocks the creation of users until the transaction ends; reads continue. */
export async function lockUsers(db: Transaction): Promise<void> {
  await db.execute(sql`lock table ${users} in share row exclusive mode`);
}
