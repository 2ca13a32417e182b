import { asc, gt, sql } from 'drizzle-orm';
import { rows, type Db } from '../database/database.ts';
import { auditHash, GENESIS } from './append.ts';
import type { Checkpoint } from './checkpoints.ts';
import { auditEvents, auditHead } from './tables.ts';

const PAGE = 2_000;

interface Progress {
  /** Events checked so far, and events to check. */
  checked: number;
  total: number;
  /** Checkpoints held against the chain so far. */
  checkpoints: number;
}

interface VerifyOptions {
  /** Genuine checkpoints, which the chain must contain. */
  checkpoints?: readonly Checkpoint[];
  /** Called after each page; the walk waits for it. */
  onProgress?: (progress: Progress) => Promise<void> | void;
}

/**
 * Describes the first inconsistency of the chain, or of the chain with its checkpoints; null when it is intact. Events that are recorded
 * meanwhile are left to the next check.
 */
export async function findAuditFault(
  db: Db,
  { checkpoints = [], onProgress }: VerifyOptions = {},
): Promise<string | null> {
  const [head = { hash: GENESIS, length: 0 }] = await db.select().from(auditHead);
  const expected = Map.groupBy(checkpoints, ({ length }) => length);
  const end = { hash: GENESIS, length: 0, id: 0 };
  let held = 0;
  while (end.length < head.length) {
    const page = await db
      .select()
      .from(auditEvents)
      .where(gt(auditEvents.id, end.id))
      .orderBy(asc(auditEvents.id))
      .limit(Math.min(PAGE, head.length - end.length));
    if (page.length === 0) break;
    for (const { id, hash, ...row } of page) {
      if (row.previousHash !== end.hash)
        return `Event ${id} does not follow the event before it: one was removed or moved.`;
      if (auditHash(row) !== hash) return `Event ${id} was changed after it was written.`;
      Object.assign(end, { hash, id, length: end.length + 1 });
      const here = expected.get(end.length) ?? [];
      const other = here.find((checkpoint) => checkpoint.hash !== hash);
      if (other) return `Event ${id} or one before it was replaced: the checkpoint of ${other.at} has another hash.`;
      held += here.length;
    }
    await onProgress?.({ checked: end.length, total: head.length, checkpoints: held });
  }
  return (await tailFault(db, end, head)) ?? missingTail(end.length, checkpoints);
}

async function tailFault(
  db: Db,
  end: { hash: string; length: number; id: number },
  head: { hash: string; length: number },
): Promise<string | null> {
  if (end.length < head.length || end.hash !== head.hash)
    return `The chain ends after ${end.length} events, but ${head.length} were written: the newest were removed.`;
  const [now] = await rows<{ written: number; found: number }>(
    db,
    sql`select (select length::int from ${auditHead}) as written,
      (select count(*)::int from ${auditEvents} where ${auditEvents.id} > ${end.id}) as found`,
  );
  const more = (now?.written ?? 0) - end.length;
  return now && now.found !== more ? `${now.found} events follow event ${end.id}, but ${more} were written.` : null;
}

/** Somebody who owns the database can cut off events and correct the head; a checkpoint tells. */
function missingTail(length: number, checkpoints: readonly Checkpoint[]): string | null {
  const missed = checkpoints.find((checkpoint) => checkpoint.length > length);
  return missed
    ? `The chain ends after ${length} events, but the checkpoint of ${missed.at} has ${missed.length}: the newest were removed.`
    : null;
}
