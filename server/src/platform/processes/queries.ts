import { and, eq, isNotNull, isNull, ne, notExists, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { PRESENCE_LOCK } from '../database/postgres/session-lock.ts';
import { livenessOf, type ProcessIdentity } from './process-identity.ts';
import { processes } from './tables.ts';

/** A process whose session is missing for this long is gone: one that only lost its connection reconnects sooner. */
const GRACE = '2500 ms';

/** Registers a process, or clears a wrong verdict that it is gone. */
export async function putProcess(db: Db, id: string, mark: ProcessIdentity): Promise<void> {
  const doubted = or(isNotNull(processes.missingSince), isNotNull(processes.goneAt));
  await db
    .insert(processes)
    .values({ id, mark })
    .onConflictDoUpdate({
      target: processes.id,
      set: { missingSince: null, goneAt: null },
      ...(doubted && { setWhere: doubted }),
    });
}

/** The advisory lock number of a process. */
export async function lockNumber(db: Db, id: string): Promise<number> {
  const [row] = await db.select({ number: processes.number }).from(processes).where(eq(processes.id, id));
  if (!row) throw new Error('The process is not stored.');
  return row.number;
}

export async function removeProcess(db: Db, id: string): Promise<void> {
  await db.delete(processes).where(eq(processes.id, id));
}

const holdsItsLock = sql<boolean>`exists (
  select 1 from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = ${sql.raw(String(PRESENCE_LOCK))} and l.objid = ${processes.number}
    and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database()))`;

/**
 * Checks the other processes and records which are gone: those of this system directly, others by whether their database session has ended.
 * @param alone no other process can use this database
 */
export async function detectDeadProcesses(db: Db, me: string, { alone }: { alone: boolean }): Promise<void> {
  const others = await db
    .select({
      id: processes.id,
      mark: processes.mark,
      isMissing: isNotNull(processes.missingSince),
      isOverdue: sql<boolean>`coalesce(${processes.missingSince} < clock_timestamp() - ${GRACE}::interval, false)`,
      holdsItsLock,
    })
    .from(processes)
    .where(and(ne(processes.id, me), isNull(processes.goneAt)));
  for (const { id, mark, isMissing, isOverdue, holdsItsLock: isThere } of others) {
    const liveness = alone ? 'dead' : livenessOf(mark);
    if (liveness === 'alive' || (liveness === 'unseen' && isThere)) {
      if (isMissing) await setProcess(db, id, { missingSince: null });
    } else if (liveness === 'dead' || isOverdue) await setProcess(db, id, { goneAt: sql`clock_timestamp()` });
    else if (!isMissing) await setProcess(db, id, { missingSince: sql`clock_timestamp()` });
  }
}

async function setProcess(db: Db, id: string, set: { missingSince?: SQL | null; goneAt?: SQL }): Promise<void> {
  await db
    .update(processes)
    .set(set)
    .where(and(eq(processes.id, id), isNull(processes.goneAt)));
}

/** Condition for rows owned by a process: it is gone or has left. */
export const isGone = (db: Db, owner: SQLWrapper): SQL =>
  notExists(
    db
      .select({ id: processes.id })
      .from(processes)
      .where(and(eq(processes.id, owner), isNull(processes.goneAt))),
  );

/** Deletes processes gone for a day: their work has been cleaned up, and an unknown owner counts as gone. */
export async function forgetProcesses(db: Db): Promise<void> {
  await db.delete(processes).where(sql`${processes.goneAt} < clock_timestamp() - interval '1 day'`);
}
