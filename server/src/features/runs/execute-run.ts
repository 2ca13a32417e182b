import type { RunOutcome } from '@mission-control/contract/runs/kinds';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { processRuns, type RunEnd } from './process-runs.ts';
import { endRun, keepRun } from './queries.ts';
import { readEnd } from './read-output.ts';
import { createRunWork, LOST, type RunWork } from './run-work.ts';
import { createRunWriter } from './run-writer.ts';

/** A run says so often that its process lives. */
const HEARTBEAT_MS = 1_500;
const UNEXPECTED = 'Something went wrong on the server; its log says what.';

/** Why a run is to end: in words for its row. */
export class RunAborted extends Error {
  override readonly name = 'RunAborted';
}

/** What became of the work. */
export interface WorkEnd {
  outcome: RunOutcome;
  error: string | null;
}

export interface RunToExecute {
  id: number;
  /** As a person would say it: kind and subject. */
  label: string;
  tenantId?: number | undefined;
  secrets: readonly string[];
  topics: readonly string[];
  work: (run: RunWork) => Promise<void>;
  onEnd?: ((work: Work, end: WorkEnd) => Promise<void>) | undefined;
}

/** Does the work of a run that was started; answers its end. */
export async function executeRun(ctx: Ctx, run: RunToExecute, controller: AbortController): Promise<RunEnd> {
  const { owner } = processRuns(ctx);
  const { id } = run;
  const { signal } = controller;
  const writer = createRunWriter(ctx, { id, owner, onLost: (error) => controller.abort(error) });
  const { work, finish, mask } = createRunWork(ctx, { id, owner, writer, signal, secrets: run.secrets });
  const heartbeat = setInterval(() => void beat(ctx, id, owner, controller), HEARTBEAT_MS);
  try {
    const { outcome, error } = await endOf(ctx, id, signal, () => run.work(work));
    const end = { outcome, error: error === null ? null : mask(error) };
    finish();
    await writer.close();
    await inTransaction(ctx, async (tx) => {
      const isMine = await endRun(tx.db, id, owner, { ...end, endedAt: ctx.clock.now() });
      if (!isMine) throw new AppError('conflict', LOST);
      if (run.onEnd) await run.onEnd(tx, end);
      tx.record({
        action: 'run.ended',
        subject: run.label,
        ...(run.tenantId !== undefined && { tenantId: run.tenantId }),
        after: { run: id, ...end },
        topics: ['runs', `run:${id}`, ...run.topics],
      });
    });
  } catch (error) {
    // Its row says `unknown` when the database can be written again: what became of it was not kept.
    ctx.log.error({ err: error, run: id }, 'the end of a run could not be stored');
  } finally {
    clearInterval(heartbeat);
  }
  return readEnd(ctx, id);
}

async function endOf(ctx: Ctx, id: number, signal: AbortSignal, work: () => Promise<void>): Promise<WorkEnd> {
  try {
    await work();
    return { outcome: 'succeeded', error: null };
  } catch (error) {
    const reason: unknown = signal.reason;
    if (signal.aborted && reason instanceof RunAborted) return { outcome: 'aborted', error: reason.message };
    if (error instanceof AppError) return { outcome: 'failed', error: error.message };
    ctx.log.error({ err: error, run: id }, 'a run failed unexpectedly');
    return { outcome: 'failed', error: UNEXPECTED };
  }
}

async function beat(ctx: Ctx, id: number, owner: string, controller: AbortController): Promise<void> {
  try {
    const kept = await keepRun(ctx.db, id, owner);
    if (!kept) controller.abort(new AppError('conflict', LOST));
    else if (kept.abortedBy !== null) controller.abort(new RunAborted(`Aborted by ${kept.abortedBy}.`));
  } catch (error) {
    ctx.log.warn({ err: error, run: id }, 'a run could not say that it lives');
  }
}
