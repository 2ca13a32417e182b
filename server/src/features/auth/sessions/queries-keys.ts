import { desc, eq, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { signingKeys } from '../tables.ts';

export type SigningKey = typeof signingKeys.$inferSelect;

/** Newest first. */
export async function selectKeys(db: Db): Promise<SigningKey[]> {
  return db.select().from(signingKeys).orderBy(desc(signingKeys.generation)).limit(2);
}

/** False when another process created this generation first. */
export async function insertKey(db: Db, key: SigningKey): Promise<boolean> {
  const made = await db.insert(signingKeys).values(key).onConflictDoNothing().returning({ kid: signingKeys.kid });
  return made.length > 0;
}

export async function deleteKeysBefore(db: Db, generation: number): Promise<void> {
  await db.delete(signingKeys).where(lt(signingKeys.generation, generation));
}

export async function findKey(db: Db, kid: string): Promise<SigningKey | undefined> {
  const [key] = await db.select().from(signingKeys).where(eq(signingKeys.kid, kid));
  return key;
}
