import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { onlyRow, type Db, type Transaction } from '../../../platform/database/database.ts';
import { refreshFamilies, refreshTokens } from '../tables.ts';

export type Family = typeof refreshFamilies.$inferSelect;

export async function insertFamily(db: Db, sessionId: string, now: Date): Promise<number> {
  const made = await db
    .insert(refreshFamilies)
    .values({ sessionId, generation: 1, rotatedAt: now })
    .returning({ id: refreshFamilies.id });
  return onlyRow(made).id;
}

/** Deletes all but the newest `keep` families of a session. */
export async function dropOldFamilies(db: Transaction, sessionId: string, keep: number): Promise<void> {
  const old = await db
    .select({ id: refreshFamilies.id })
    .from(refreshFamilies)
    .where(eq(refreshFamilies.sessionId, sessionId))
    .orderBy(desc(refreshFamilies.id))
    .offset(keep);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.delete(refreshFamilies).where(inArray(refreshFamilies.id, ids));
}

export async function insertToken(db: Db, token: typeof refreshTokens.$inferInsert): Promise<void> {
  await db.insert(refreshTokens).values(token);
}

/** Family and generation of a token; undefined without a live family. */
export async function findToken(
  db: Db,
  hash: string,
): Promise<{ familyId: number; generation: number; sessionId: string } | undefined> {
  const [found] = await db
    .select({
      familyId: refreshTokens.familyId,
      generation: refreshTokens.generation,
      sessionId: refreshFamilies.sessionId,
    })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .where(eq(refreshTokens.hash, hash));
  return found;
}

/** Locks a family against concurrent rotation; undefined when it was revoked. */
export async function lockFamily(db: Transaction, id: number): Promise<Family | undefined> {
  const [family] = await db.select().from(refreshFamilies).where(eq(refreshFamilies.id, id)).for('update');
  return family;
}

export async function advanceFamily(db: Transaction, family: Omit<Family, 'sessionId'>): Promise<void> {
  const { id, ...values } = family;
  await db.update(refreshFamilies).set(values).where(eq(refreshFamilies.id, id));
}

export async function deleteFamily(db: Db, id: number): Promise<void> {
  await db.delete(refreshFamilies).where(eq(refreshFamilies.id, id));
}

/** Clears successors that may no longer be repeated. */
export async function wipeSuccessors(db: Db, rotatedBefore: Date): Promise<void> {
  await db
    .update(refreshFamilies)
    .set({ successorCipher: null })
    .where(and(isNotNull(refreshFamilies.successorCipher), lt(refreshFamilies.rotatedAt, rotatedBefore)));
}
