import type { RunKind, RunOutcome } from '@mission-control/contract/runs/rules';
import type { RunRow } from '@mission-control/contract/runs/schema';
import type { FoundItem } from '@mission-control/contract/search/calls';
import { and, count, desc, eq, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { containsWords, searchOf, type Search, type Words } from '../../platform/database/contains-words.ts';
import { onlyRow, type Db, type Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { seenNow } from './queries-doubted.ts';
import { runLocks, runs } from './tables.ts';

type Row = typeof runs.$inferSelect;

/** Number of runs in a series used for the usual duration. */
const COMPARED = 10;

/** Median duration of the last successful runs of the series. */
const usual = sql<number | null>`(
  select percentile_cont(0.5) within group (order by extract(epoch from past.ended_at - past.started_at))
  from (
    select ended_at, started_at from runs as earlier
    where earlier.series = ${runs}.series and earlier.series <> ''
      and earlier.id < ${runs}.id and earlier.outcome = 'succeeded'
    order by earlier.id desc limit ${sql.raw(String(COMPARED))}
  ) as past
)`;

function toWire({ run, usualSeconds }: { run: Row; usualSeconds: number | null }): RunRow {
  return {
    id: run.id,
    kind: run.kind,
    subject: run.subject,
    facts: run.facts,
    sequence: run.sequence,
    tenant_id: run.tenantId,
    outcome: run.outcome,
    error: run.error,
    started_by: run.startedBy,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    aborted_by: run.abortedBy,
    output_length: run.outputLength,
    unseen_since: run.unseenAt?.toISOString() ?? null,
    unseen_host: run.unseenAt === null ? null : (run.process?.host ?? null),
    usual_seconds: usualSeconds === null ? null : Math.round(Number(usualSeconds)),
  };
}

interface RunFilter {
  kind?: RunKind | undefined;
  outcome?: RunOutcome | undefined;
  tenant?: number | undefined;
  before?: number | undefined;
  key?: string | undefined;
  /** Only ended runs of this user that have not been reported yet. */
  unreportedTo?: number | undefined;
}

const isUnreported = and(runs.untold, ne(runs.outcome, 'running'));

/** Ids of users who have not been notified of all their ended runs. */
export async function listUsersToNotify(db: Db): Promise<ReadonlySet<number | null>> {
  const found = await db.selectDistinct({ id: runs.startedById }).from(runs).where(isUnreported);
  return new Set(found.map(({ id }) => id));
}

/** Runs matching the filter, newest first. */
export async function listRunRows(db: Db, filter: RunFilter, limit: number): Promise<RunRow[]> {
  const { kind, outcome, tenant, before, key, unreportedTo } = filter;
  const found = await db
    .select({ run: runs, usualSeconds: usual })
    .from(runs)
    .where(
      and(
        kind === undefined ? undefined : eq(runs.kind, kind),
        outcome === undefined ? undefined : eq(runs.outcome, outcome),
        tenant === undefined ? undefined : eq(runs.tenantId, tenant),
        before === undefined ? undefined : lt(runs.id, before),
        key === undefined ? undefined : eq(runs.key, key),
        unreportedTo === undefined ? undefined : and(eq(runs.startedById, unreportedTo), isUnreported),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(limit);
  return found.map(toWire);
}

/** One run for display. @throws AppError('not_found') */
export async function requireRun(db: Db, id: number): Promise<RunRow> {
  const [found] = await db.select({ run: runs, usualSeconds: usual }).from(runs).where(eq(runs.id, id));
  if (!found) throw new AppError('not_found', `There is no run ${id}.`);
  return toWire(found);
}

export async function isRunning(db: Db, id: number): Promise<boolean> {
  const [found] = await db.select({ outcome: runs.outcome }).from(runs).where(eq(runs.id, id));
  return found?.outcome === 'running';
}

/** The run with this click key. */
export async function findByKey(db: Db, key: string): Promise<Row | undefined> {
  const [found] = await db.select().from(runs).where(eq(runs.key, key));
  return found;
}

/** Adds a running run; undefined when its key is taken. */
export async function insertRun(db: Transaction, row: typeof runs.$inferInsert): Promise<number | undefined> {
  const [added] = await db
    .insert(runs)
    .values(row)
    .onConflictDoNothing({ target: runs.key })
    .returning({ id: runs.id });
  return added?.id;
}

/** Acquires a lock for a run; false when another run holds it. */
export async function takeLock(db: Transaction, name: string, runId: number): Promise<boolean> {
  const taken = await db.insert(runLocks).values({ name, runId }).onConflictDoNothing().returning();
  return taken.length > 0;
}

/** Locks with the runs that hold them. */
const heldLocks = (db: Db) =>
  db
    .select({
      name: runLocks.name,
      runId: runs.id,
      kind: runs.kind,
      subject: runs.subject,
      facts: runs.facts,
      startedBy: runs.startedBy,
      startedAt: runs.startedAt,
      unseenAt: runs.unseenAt,
    })
    .from(runLocks)
    .innerJoin(runs, eq(runs.id, runLocks.runId));

export async function findLock(db: Db, name: string) {
  const [held] = await heldLocks(db).where(eq(runLocks.name, name));
  return held;
}

/** Locks with this prefix, sorted by name. */
export async function listLocks(db: Db, prefix: string) {
  return heldLocks(db)
    .where(sql`starts_with(${runLocks.name}, ${prefix})`)
    .orderBy(runLocks.name);
}

const isMine = (id: number, owner: string): SQL | undefined =>
  and(eq(runs.id, id), eq(runs.owner, owner), eq(runs.outcome, 'running'));

/** Heartbeat of a run. Undefined when the run no longer belongs to this process. */
export async function keepRun(db: Db, id: number, owner: string) {
  const { abortedBy, unseenAt } = runs;
  const [kept] = await db.update(runs).set(seenNow).where(isMine(id, owner)).returning({ abortedBy, unseenAt });
  return kept;
}

/** Records the current or imminent command; null: none. False when the run no longer belongs to this process. */
export async function noteProcess(db: Db, id: number, owner: string, process: Row['process']): Promise<boolean> {
  const noted = await db.update(runs).set({ process }).where(isMine(id, owner)).returning({ id: runs.id });
  return noted.length > 0;
}

/** Ends a run and frees its locks; false when it has already ended or belongs to another process. */
export async function endRun(
  db: Transaction,
  id: number,
  owner: string,
  end: { outcome: RunOutcome; error: string | null; endedAt: Date },
): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set({ ...end, process: null, unseenAt: null })
    .where(isMine(id, owner))
    .returning({ id: runs.id });
  if (ended.length > 0) await db.delete(runLocks).where(eq(runLocks.runId, id));
  return ended.length > 0;
}

/** Records an abort request; the first one wins. */
export async function requestAbort(db: Transaction, id: number, by: string): Promise<boolean> {
  const asked = await db
    .update(runs)
    .set({ abortedBy: by })
    .where(and(eq(runs.id, id), eq(runs.outcome, 'running'), isNull(runs.abortedBy)))
    .returning({ id: runs.id });
  return asked.length > 0;
}

/** Marks the end of a run as reported; false when it is running, belongs to another user, or was reported before. */
export async function noteNotified(db: Transaction, id: number, personId: number): Promise<boolean> {
  const noted = await db
    .update(runs)
    .set({ untold: false })
    .where(and(eq(runs.id, id), eq(runs.startedById, personId), isUnreported))
    .returning({ id: runs.id });
  return noted.length > 0;
}

/** Only the latest runs are searched by name, since their number is unbounded. */
const SEARCHED = 2_000;

/** Runs by kind, subject, starter or number, newest first. */
export function findRuns(db: Db, words: Words, limit: number): Search<FoundItem> {
  const { id, kind, subject, outcome, startedBy } = runs;
  return searchOf(
    db
      .select({ id, subject, outcome })
      .from(runs)
      .where(
        and(
          sql`${id} > (select coalesce(max(newest.id), 0) - ${SEARCHED}::int from ${runs} newest)`,
          containsWords(words, sql`'run ' || ${id} || ' #' || ${id}`, kind, subject, startedBy),
        ),
      )
      .orderBy(desc(id))
      .limit(limit),
    (run) => ({
      kind: 'run',
      name: `Run ${run.id}: ${run.subject}`,
      detail: run.outcome,
      path: `/runs/${run.id}`,
    }),
  );
}

/** Number of running runs, and of those among them that no process can see. */
export async function countRunning(db: Db): Promise<{ running: number; unseen: number }> {
  const counts = db.select({ running: count(), unseen: count(runs.unseenAt) }).from(runs);
  return onlyRow(await counts.where(eq(runs.outcome, 'running')));
}
