import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { onlyRow, type Db, type Transaction } from '../../../platform/database/database.ts';
import { isActive, type User } from '../queries-users.ts';
import { apiTokens, users } from '../tables.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** A valid token with its enabled owner. */
export async function findToken(db: Db, hash: string, now: Date): Promise<{ token: TokenRow; user: User } | undefined> {
  const [found] = await db
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.hash, hash), gt(apiTokens.expiresAt, now), isActive));
  return found;
}

/** Tokens of a person, newest first, including expired ones until their purge. */
export async function selectTokens(db: Db, userId: number): Promise<TokenRow[]> {
  return db.select().from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(desc(apiTokens.id));
}

export async function insertToken(db: Transaction, row: Omit<typeof apiTokens.$inferInsert, 'id'>): Promise<TokenRow> {
  return onlyRow(await db.insert(apiTokens).values(row).returning());
}

export async function deleteToken(db: Transaction, userId: number, id: number): Promise<TokenRow | undefined> {
  const [gone] = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.userId, userId), eq(apiTokens.id, id)))
    .returning();
  return gone;
}

/** Deletes all tokens of a person; returns their number. */
export async function deleteTokens(db: Transaction, userId: number): Promise<number> {
  const gone = await db.delete(apiTokens).where(eq(apiTokens.userId, userId)).returning({ id: apiTokens.id });
  return gone.length;
}

export async function touchToken(db: Db, id: number, use: { lastUsedAt: Date; lastAddress: string }): Promise<void> {
  await db.update(apiTokens).set(use).where(eq(apiTokens.id, id));
}

export async function purgeTokens(db: Db, expiredBefore: Date): Promise<void> {
  await db.delete(apiTokens).where(lt(apiTokens.expiresAt, expiredBefore));
}
