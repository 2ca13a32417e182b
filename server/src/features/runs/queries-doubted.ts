import { and, eq, getTableColumns, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { isGone } from '../../platform/processes/queries.ts';
import { runs } from './tables.ts';

export type Run = typeof runs.$inferSelect;

/** Column values of a run that was just seen, by the database clock. */
export const seenNow = { seenAt: sql`clock_timestamp()` };

/** A run whose process is gone or silent. */
export type DoubtedRun = Run & { ownerIsGone: boolean; isSilent: boolean };

/** Maximum silence: heartbeats are sent every 1.5 s. */
const SILENCE = '8 s';
const isSilent = sql<boolean>`${runs.seenAt} < clock_timestamp() - ${SILENCE}::interval`;

/** Running runs of other processes that are gone or silent. */
export function listDoubted(db: Db, me: string): Promise<DoubtedRun[]> {
  const ownerIsGone = sql<boolean>`${isGone(db, runs.owner)}`;
  return db
    .select({ ...getTableColumns(runs), ownerIsGone, isSilent })
    .from(runs)
    .where(and(eq(runs.outcome, 'running'), ne(runs.owner, me), or(ownerIsGone, isSilent)));
}

/** A running run that no process can see and that waits for a user. */
export async function findUnseen(db: Db, id: number): Promise<Run | undefined> {
  const [found] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running'), isNotNull(runs.unseenAt)));
  return found;
}

/** Records that a run of a dead process still runs here. */
export async function noteSeen(db: Db, id: number): Promise<void> {
  await db
    .update(runs)
    .set(seenNow)
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running')));
}

/** Records that an unseen run was seen again; false when that is recorded already. */
export async function noteSeenAgain(db: Transaction, id: number): Promise<boolean> {
  const noted = await db
    .update(runs)
    .set({ unseenAt: null })
    .where(and(eq(runs.id, id), isNotNull(runs.unseenAt)))
    .returning({ id: runs.id });
  return noted.length > 0;
}

/** Records that no process can see a silent run; false when already recorded, or when it was seen in the meantime. */
export async function noteUnseen(db: Transaction, id: number): Promise<boolean> {
  const noted = await db
    .update(runs)
    .set({ unseenAt: sql`clock_timestamp()` })
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running'), isNull(runs.unseenAt), isSilent))
    .returning({ id: runs.id });
  return noted.length > 0;
}
