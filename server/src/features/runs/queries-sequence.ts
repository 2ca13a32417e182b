import type { RunKind } from '@mission-control/contract/runs/rules';
import type { NewSequence } from '@mission-control/contract/runs/sequence';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { runs, runSequences } from './tables.ts';

export type StoredSequence = typeof runSequences.$inferSelect;

/** Adds a sequence unless its key is taken. */
export async function insertSequence(
  db: Transaction,
  sequence: NewSequence & { startedBy: string; startedAt: Date },
): Promise<boolean> {
  const added = await db
    .insert(runSequences)
    .values(sequence)
    .onConflictDoNothing({ target: runSequences.key })
    .returning({ id: runSequences.id });
  return added.length > 0;
}

/** A sequence by its key. */
export async function sequenceByKey(db: Db, key: string): Promise<StoredSequence | undefined> {
  const [found] = await db.select().from(runSequences).where(eq(runSequences.key, key));
  return found;
}

/** The newest sequence of a kind. */
export async function newestSequence(db: Db, kind: RunKind): Promise<StoredSequence | undefined> {
  const [found] = await db
    .select()
    .from(runSequences)
    .where(eq(runSequences.kind, kind))
    .orderBy(desc(runSequences.id))
    .limit(1);
  return found;
}

/** The runs of a sequence in order of their start; a later run of an item takes precedence. */
export function runsOfSequence(db: Db, key: string) {
  return db
    .select({
      id: runs.id,
      item: runs.item,
      outcome: runs.outcome,
      error: runs.error,
      startedAt: runs.startedAt,
      endedAt: runs.endedAt,
    })
    .from(runs)
    .where(eq(runs.sequence, key))
    .orderBy(asc(runs.id));
}

/** Records the rejection of an item. */
export async function putRefusal(db: Transaction, key: string, item: string, reason: string): Promise<void> {
  await db
    .update(runSequences)
    .set({ refusals: sql`${runSequences.refusals} || jsonb_build_object(${item}::text, ${reason}::text)` })
    .where(eq(runSequences.key, key));
}

/** Closes a sequence; false when it is closed already. */
export async function closeSequence(db: Transaction, key: string, at: Date): Promise<boolean> {
  const closed = await db
    .update(runSequences)
    .set({ closedAt: at })
    .where(and(eq(runSequences.key, key), isNull(runSequences.closedAt)))
    .returning({ id: runSequences.id });
  return closed.length > 0;
}
