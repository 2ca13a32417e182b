import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { onlyRow, type Db, type Transaction } from '../../../platform/database/database.ts';
import type { User } from '../queries-users.ts';
import { passkeyChallenges, passkeys, users } from '../tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function selectPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** The passkey of a credential, with its account. */
export async function findPasskey(
  db: Db,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; user: User } | undefined> {
  const [found] = await db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return found;
}

export async function insertPasskey(
  db: Transaction,
  row: Omit<typeof passkeys.$inferInsert, 'id'>,
): Promise<PasskeyRow> {
  return onlyRow(await db.insert(passkeys).values(row).returning());
}

export async function updatePasskeyName(
  db: Transaction,
  { userId, id }: { userId: number; id: number },
  name: string,
): Promise<PasskeyRow | undefined> {
  const [changed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();
  return changed;
}

export async function deletePasskey(db: Transaction, userId: number, id: number): Promise<PasskeyRow | undefined> {
  const [gone] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();
  return gone;
}

/** Stores the authenticator's counter; false when a concurrent use was faster, or the passkey is gone. */
export async function countUse(
  db: Transaction,
  { id, counter }: PasskeyRow,
  use: { counter: number; synced: boolean; lastUsedAt: Date },
): Promise<boolean> {
  const counted = await db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return counted.length > 0;
}

export async function insertChallenge(db: Db, row: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenges).values(row);
}

/** Consumes a challenge; false when it is unknown, used or expired. */
export async function takeChallenge(db: Db, key: string, now: Date): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.key, key), gt(passkeyChallenges.endsAt, now)))
    .returning({ key: passkeyChallenges.key });
  return taken.length > 0;
}

export async function purgeChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.endsAt, now));
}
