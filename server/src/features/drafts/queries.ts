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
 * Stores a draft in one statement, and deletes the oldest ones of the person beyond `keep`. A writer replaces its own older draft, and that
 * of another writer only if it knows its version.
 * @returns undefined when nothing was stored
 */
export async function putDraft(
  db: Db,
  row: Omit<DraftRow, 'version'>,
  { known, keep }: { known: number; keep: number },
): Promise<DraftRow | undefined> {
  const others = and(eq(drafts.userId, row.userId), ne(drafts.page, row.page));
  const oldest = db
    .select({ page: drafts.page })
    .from(drafts)
    .where(others)
    .orderBy(desc(drafts.savedAt), desc(drafts.page))
    .offset(keep - 1);
  const surplus = db.$with('surplus').as(
    db
      .delete(drafts)
      .where(and(others, inArray(drafts.page, oldest)))
      .returning({ page: drafts.page }),
  );
  const isLater = and(eq(drafts.writer, row.writer), lt(drafts.turn, row.turn));
  const isKnown = and(ne(drafts.writer, row.writer), eq(drafts.version, known));
  const { value, base, writer, turn, savedAt } = row;
  const condition = or(isLater, isKnown);
  const [stored] = await db
    .with(surplus)
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

/** Deletes a draft of this version. @returns whether there was one */
export async function deleteDraftRow(db: Db, userId: number, page: string, version: number): Promise<boolean> {
  const ofVersion = and(ofPerson(userId, page), eq(drafts.version, version));
  return (await db.delete(drafts).where(ofVersion).returning({ page: drafts.page })).length > 0;
}

/** Deletes drafts that were last saved before a time. */
export async function purgeDrafts(db: Db, before: Date): Promise<void> {
  await db.delete(drafts).where(lt(drafts.savedAt, before));
}
