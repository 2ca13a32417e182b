import { and, eq, getTableColumns, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { isGone } from '../../platform/processes/queries.ts';
import { runs } from './tables.ts';

/** A run with all that is known of it. */
export type Run = typeof runs.$inferSelect;

/** What is said of a run that somebody sees: by the database's clock, whatever this machine's says. */
export const seenNow = { seenAt: sql`clock_timestamp()`, unseenAt: null };

/** A run whose process is gone, or says nothing. */
export type DoubtedRun = Run & { ownerIsGone: boolean; isSilent: boolean };

/** A process says every 1.5 s that it works on its run. */
const SILENCE = '8 s';
const isSilent = sql<boolean>`${runs.seenAt} < clock_timestamp() - ${SILENCE}::interval`;

/** The running runs of other processes that are gone or silent. */
export function listDoubted(db: Db, me: string): Promise<DoubtedRun[]> {
  const ownerIsGone = sql<boolean>`${isGone(db, runs.owner)}`;
  return db
    .select({ ...getTableColumns(runs), ownerIsGone, isSilent })
    .from(runs)
    .where(and(eq(runs.outcome, 'running'), ne(runs.owner, me), or(ownerIsGone, isSilent)));
}

/** A running run that waits for a person, since nobody can see it. */
export async function findUnseen(db: Db, id: number): Promise<Run | undefined> {
  const [found] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running'), isNotNull(runs.unseenAt)));
  return found;
}

/** Notes that a run whose process is gone still runs here. */
export async function noteSeen(db: Db, id: number): Promise<void> {
  await db
    .update(runs)
    .set(seenNow)
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running')));
}

/** Notes that nobody can see a silent run; false when that is known, or somebody sees it meanwhile. */
export async function noteUnseen(db: Transaction, id: number): Promise<boolean> {
  const noted = await db
    .update(runs)
    .set({ unseenAt: sql`clock_timestamp()` })
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running'), isNull(runs.unseenAt), isSilent))
    .returning({ id: runs.id });
  return noted.length > 0;
}
