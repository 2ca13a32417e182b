import type { FoundItem } from '@mission-control/contract/search/calls';
import { viewAddress } from '@mission-control/contract/views/rules';
import type { SavedView } from '@mission-control/contract/views/schema';
import { and, asc, count, eq, isNull, ne, or, sql, type Placeholder } from 'drizzle-orm';
import {
  containsWords,
  startsFirst,
  searchOf,
  type Search,
  type Words,
} from '../../platform/database/contains-words.ts';
import { onlyRow, type Db, type Transaction } from '../../platform/database/database.ts';
import { savedViews, startViews, viewPins } from './tables.ts';

type ViewRow = typeof savedViews.$inferSelect;
type Use = Pick<SavedView, 'pinned' | 'start'>;
export type UsedView = ViewRow & Use;

const seenBy = (userId: number | Placeholder) => or(eq(savedViews.ownerId, userId), savedViews.shared);

const usedViews = (db: Db, userId: number) =>
  db
    .select({ view: savedViews, pin: viewPins.viewId, start: startViews.viewId })
    .from(savedViews)
    .leftJoin(viewPins, and(eq(viewPins.viewId, savedViews.id), eq(viewPins.userId, userId)))
    .leftJoin(startViews, and(eq(startViews.viewId, savedViews.id), eq(startViews.userId, userId)));

const flat = ({ view, pin, start }: { view: ViewRow; pin: number | null; start: number | null }): UsedView => ({
  ...view,
  pinned: pin !== null,
  start: start !== null,
});

/** A person's own views and those shared with them. */
export async function selectViews(db: Db, userId: number): Promise<UsedView[]> {
  const rows = await usedViews(db, userId)
    .where(seenBy(userId))
    .orderBy(asc(savedViews.page), asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map(flat);
}

/** One view that the person may see, locked until the transaction ends. */
export async function findView(db: Transaction, userId: number, id: number): Promise<UsedView | undefined> {
  const isView = and(eq(savedViews.id, id), seenBy(userId));
  // Locked before it is read with its uses: a lock in the same statement would not reread them after waiting.
  await db.select({ id: savedViews.id }).from(savedViews).where(isView).for('no key update');
  const [row] = await usedViews(db, userId).where(isView);
  return row && flat(row);
}

export async function countViews(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ all: count() }).from(savedViews).where(eq(savedViews.ownerId, userId));
  return row?.all ?? 0;
}

export async function insertView(db: Transaction, row: Omit<typeof savedViews.$inferInsert, 'id'>): Promise<ViewRow> {
  return onlyRow(await db.insert(savedViews).values(row).returning());
}

export async function updateView(
  db: Transaction,
  id: number,
  set: Partial<Pick<ViewRow, 'name' | 'search' | 'shared' | 'revision'>>,
): Promise<void> {
  await db.update(savedViews).set(set).where(eq(savedViews.id, id));
}

export async function deleteViewRow(db: Transaction, id: number): Promise<void> {
  await db.delete(savedViews).where(eq(savedViews.id, id));
}

/** Deletes the private views of purged people. */
export async function deleteOrphans(db: Transaction): Promise<void> {
  await db.delete(savedViews).where(and(isNull(savedViews.ownerId), eq(savedViews.shared, false)));
}

/** Removes the settings of other people for a view that is no longer shared. */
export async function deleteOtherUses(db: Transaction, viewId: number, ownerId: number | null): Promise<void> {
  for (const table of [viewPins, startViews])
    await db.delete(table).where(and(eq(table.viewId, viewId), ne(table.userId, ownerId ?? 0)));
}

/** Stores a person's settings for a view; a new start page replaces the previous one. */
export async function putUse(db: Transaction, userId: number, viewId: number, use: Use): Promise<void> {
  if (use.pinned) await db.insert(viewPins).values({ userId, viewId }).onConflictDoNothing();
  else await db.delete(viewPins).where(and(eq(viewPins.userId, userId), eq(viewPins.viewId, viewId)));
  if (use.start)
    await db
      .insert(startViews)
      .values({ userId, viewId })
      .onConflictDoUpdate({ target: startViews.userId, set: { viewId } });
  else await db.delete(startViews).where(and(eq(startViews.userId, userId), eq(startViews.viewId, viewId)));
}

/** A person's own and shared views by name or page. */
export function findViews(db: Db, userId: Placeholder, words: Words, limit: number): Search<FoundItem> {
  const { id, name, page, search } = savedViews;
  return searchOf(
    db
      .select({ id, name, page, search })
      .from(savedViews)
      .where(and(seenBy(userId), containsWords(words, name, page)))
      .orderBy(startsFirst(words, name), asc(name), asc(id))
      .limit(limit),
    (view) => ({ kind: 'view', name: view.name, detail: view.page, path: viewAddress(view) }),
  );
}
