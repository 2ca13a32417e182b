import { type RunKind, itemOfKey } from '@mission-control/contract/runs/rules';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { WorkEnd } from './store-end.ts';
import { processRuns, rejectWhileStopping, RunAborted, STOPPED, type RunEnd, type StartedRun } from './process-runs.ts';
import { findByKey, findLock, insertRun, takeLock } from './queries.ts';
import type { WhenUnknown } from './tables.ts';
import type { Click } from './work/click.ts';
import { executeRun } from './work/execute-run.ts';
import { readEnd } from './work/read-output.ts';
import type { RunWork } from './work/run-work.ts';

/** A long-running task to start. */
export interface RunToStart {
  kind: RunKind;
  /** Subject for display: `coursepro 4.18.2 to staging`. */
  subject: string;
  tenantId?: number;
  /** Series of comparable runs for the usual duration, e.g. `coursepro/strive/prod`; defaults to the tenant. */
  series?: string;
  /** Further facts for display; no secrets. */
  facts?: Record<string, unknown>;
  /** The originating request. Without a key each call is a separate click. */
  click?: Click | undefined;
  /** Lock names, such as `deploy:bg/api/dev`; freed when the run ends or its process dies. */
  locks?: readonly string[];
  /** Values to mask in the output. */
  secrets?: readonly string[];
  /** Topics besides `runs` and `run:ID` that its start and end make stale. */
  topics?: readonly Topic[];
  /** Written atomically with the start of the run. */
  onStart?: (work: Work, runId: number) => Promise<void>;
  /** Job to send, with `run_id` in its data, when the process of the run dies; in the transaction that records it. */
  whenUnknown?: WhenUnknown;
  /** Does the work. The run succeeds when this resolves, and fails with the message of an AppError. */
  work: (run: RunWork) => Promise<void>;
  /** Written with the end of the run; not called when its process dies. */
  onEnd?: (work: Work, end: WorkEnd) => Promise<void>;
}

/**
 * Starts a run, which continues in this process whether or not the caller awaits `done`.
 * @throws AppError('conflict') when a lock is held: details = { run_id, kind, subject, facts, started_by, started_at, lock };
 * AppError('refused') when the key was used for something else; AppError('unavailable') while the process stops
 */
export async function startRun(ctx: Ctx, run: RunToStart): Promise<StartedRun> {
  rejectWhileStopping(ctx);
  const { starting } = processRuns(ctx);
  const key = run.click?.key;
  if (key === undefined) return (await startNew(ctx, run)) ?? startRun(ctx, run);
  // The first of several concurrent requests for a click starts the run.
  const before = starting.get(key);
  if (before) {
    await before.catch(() => undefined);
    return startRun(ctx, run);
  }
  const started = startOrJoin(ctx, run, key).finally(() => starting.delete(key));
  starting.set(key, started);
  return started;
}

/** Waits for a run. @throws AppError with the output, unless the run succeeded */
export async function outputOf(run: StartedRun): Promise<RunEnd> {
  const end = await run.done;
  if (end.outcome === 'succeeded') return end;
  throw new AppError('target_failed', end.error ?? 'The outcome of this run is unknown: the console was restarted.', {
    output: end.output,
    details: { run_id: end.id },
  });
}

/** Whether this click has already started a run. */
export async function hasRun(ctx: Ctx, { key }: Click): Promise<boolean> {
  return key !== undefined && (await findByKey(ctx.db, key)) !== undefined;
}

async function startOrJoin(ctx: Ctx, run: RunToStart, key: string): Promise<StartedRun> {
  // Another process may start the same click first.
  return (await join(ctx, run, key)) ?? (await startNew(ctx, run)) ?? startOrJoin(ctx, run, key);
}

/** The run of this click, if there is one. */
async function join(ctx: Ctx, run: RunToStart, key: string): Promise<StartedRun | undefined> {
  const known = await findByKey(ctx.db, key);
  if (!known) return undefined;
  const same =
    known.kind === run.kind && known.subject === shortened(run.subject) && known.startedBy === ctx.actor.name;
  if (!same) throw new AppError('refused', 'This Idempotency-Key was already used for another run. Use a new one.');
  const { id } = known;
  const active = processRuns(ctx).active.get(id);
  return {
    id,
    // Only on request: most callers do not wait, and nobody would handle its failure.
    get done() {
      return active?.done ?? readEnd(ctx, id);
    },
  };
}

/** Starts a new run; undefined when the click key has been taken in the meantime. */
async function startNew(ctx: Ctx, run: RunToStart): Promise<StartedRun | undefined> {
  const ours = processRuns(ctx);
  const now = ctx.clock.now();
  const subject = shortened(run.subject);
  const label = `${run.kind} ${subject}`;
  const id = await inTransaction(ctx, async (tx) => {
    const added = await insertRun(tx.db, {
      kind: run.kind,
      subject,
      facts: run.facts ?? {},
      tenantId: run.tenantId ?? null,
      series: `${run.kind}:${run.series ?? run.tenantId ?? ''}`,
      key: run.click?.key ?? null,
      untold: run.click?.respondAsync ?? false,
      ...(run.click?.key !== undefined && itemOfKey(run.click.key)),
      startedBy: ctx.actor.name,
      startedById: ctx.actor.id,
      startedAt: now,
      owner: ctx.processId,
      whenUnknown: run.whenUnknown ?? null,
    });
    if (added === undefined) throw new KeyTaken();
    for (const name of [...new Set(run.locks)].toSorted()) {
      if (!(await takeLock(tx.db, name, added))) throw await held(tx.db, name);
    }
    if (run.onStart) await run.onStart(tx, added);
    tx.record({
      action: 'run.started',
      subject: label,
      ...(run.tenantId !== undefined && { tenantId: run.tenantId }),
      after: { run: added, ...run.facts },
      topics: [TOPIC.runs, TOPIC.run(added), ...(run.topics ?? [])],
    });
    return added;
  }).catch((error: unknown) => {
    if (error instanceof KeyTaken) return null;
    throw error;
  });
  if (id === null) return undefined;
  const controller = new AbortController();
  // The process may have begun to stop since the check.
  if (ours.stopping) controller.abort(new RunAborted(STOPPED));
  const { secrets = [], topics = [], tenantId, work, onEnd } = run;
  const done = executeRun(ctx, { id, label, tenantId, secrets, topics, work, onEnd }, controller).finally(() =>
    ours.active.delete(id),
  );
  // Callers may await it, but need not.
  done.catch((error: unknown) => ctx.log.error({ err: error, run: id }, 'the end of a run could not be read'));
  ours.active.set(id, { controller, done });
  return { id, done };
}

/** The key was taken between the check and the start. */
class KeyTaken extends Error {}

const MAX_SUBJECT_LENGTH = 300;
const shortened = (subject: string): string => subject.replaceAll('\0', '').slice(0, MAX_SUBJECT_LENGTH).toWellFormed();

/** The conflict error naming the holder of the lock. */
async function held(db: Db, name: string): Promise<AppError> {
  const owner = await findLock(db, name);
  if (!owner) return new AppError('conflict', 'This ran a moment ago. Check the result, then try again.');
  return new AppError('conflict', `${owner.startedBy} started run ${owner.runId} (${owner.subject}) there.`, {
    details: {
      run_id: owner.runId,
      kind: owner.kind,
      subject: owner.subject,
      facts: owner.facts,
      started_by: owner.startedBy,
      started_at: owner.startedAt.toISOString(),
      lock: owner.name,
    },
  });
}
