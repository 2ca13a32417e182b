import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { drafts } from './tables.ts';

export type DraftRow = typeof drafts.$inferSelect;

const ofPerson = (userId: number, page: string) => and(eq(drafts.userId, userId), eq(drafts.page, page));

export async function findDraft(db: Db, userId: number, page: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(drafts).where(ofPerson(userId, page));
  return row;
}

/**
 * Stores a draft in one statement. A writer replaces its own older draft, and that of another writer only if it knows its version.
 * @returns undefined when nothing was stored
 */
export async function putDraft(db: Db, row: Omit<DraftRow, 'version'>, known: number): Promise<DraftRow | undefined> {
  const isLater = and(eq(drafts.writer, row.writer), lt(drafts.turn, row.turn));
  const isKnown = and(ne(drafts.writer, row.writer), eq(drafts.version, known));
  const { value, base, writer, turn, savedAt } = row;
  const condition = or(isLater, isKnown);
  const [stored] = await db
    .insert(drafts)
    .values({ ...row, version: known + 1 })
    .onConflictDoUpdate({
      target: [drafts.userId, drafts.page],
      set: { value, base, writer, turn, savedAt, version: sql`${drafts.version} + 1` },
      ...(condition && { setWhere: condition }),
    })
    .returning();
  return stored;
}

/** Deletes a draft of this version. */
export async function deleteDraftRow(db: Db, userId: number, page: string, version: number): Promise<void> {
  await db.delete(drafts).where(and(ofPerson(userId, page), eq(drafts.version, version)));
}

/** Deletes the oldest drafts of a person beyond a number. */
export async function deleteOldest(db: Db, userId: number, keep: number): Promise<void> {
  const old = db
    .select({ page: drafts.page })
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .orderBy(desc(drafts.savedAt), desc(drafts.page))
    .offset(keep);
  await db.delete(drafts).where(and(eq(drafts.userId, userId), inArray(drafts.page, old)));
}

/** Deletes drafts that were last saved before a time. */
export async function purgeDrafts(db: Db, before: Date): Promise<void> {
  await db.delete(drafts).where(lt(drafts.savedAt, before));
}
