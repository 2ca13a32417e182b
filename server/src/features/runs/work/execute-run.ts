import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { storeRunEnd, storageTrouble, type EndingRun, type WorkEnd } from '../store-end.ts';
import { RunAborted, RunLost, type RunEnd } from '../process-runs.ts';
import { keepRun } from '../queries.ts';
import { announceSeen } from '../recover-runs.ts';
import { createRunWork, type RunWork } from './run-work.ts';
import { createRunWriter } from './run-writer.ts';

/** Heartbeat interval of a run. */
const HEARTBEAT_MS = 1_500;
const UNEXPECTED = 'Something went wrong on the server; see its log.';

export interface RunToExecute extends EndingRun {
  secrets: readonly string[];
  work: (run: RunWork) => Promise<void>;
}

/** Executes a started run and returns its end. */
export async function executeRun(ctx: Ctx, run: RunToExecute, controller: AbortController): Promise<RunEnd> {
  const { id } = run;
  const { signal } = controller;
  const writer = createRunWriter(ctx, { id, onLost: (error) => controller.abort(error) });
  const { work, finish, mask } = createRunWork(ctx, { id, writer, signal, secrets: run.secrets });
  const heartbeat = setInterval(() => void beat(ctx, run, controller), HEARTBEAT_MS);
  try {
    // The work runs under the long time limits. The heartbeat does not, so that it never queues behind background work.
    return await ctx.withLongTimeouts(async () => {
      const { outcome, error } = await endOf(ctx, id, signal, () => run.work(work));
      finish();
      return storeRunEnd(ctx, run, { outcome, error: error === null ? null : mask(error) }, writer);
    });
  } finally {
    clearInterval(heartbeat);
  }
}

async function endOf(ctx: Ctx, id: number, signal: AbortSignal, work: () => Promise<void>): Promise<WorkEnd> {
  try {
    signal.throwIfAborted();
    await work();
    return { outcome: 'succeeded', error: null };
  } catch (error) {
    const reason: unknown = signal.reason;
    if (signal.aborted && reason instanceof RunAborted) return { outcome: 'aborted', error: reason.message };
    const known = error instanceof AppError ? error.message : storageTrouble(error);
    if (known !== undefined) return { outcome: 'failed', error: known };
    ctx.log.error({ err: error, run: id }, 'a run failed unexpectedly');
    return { outcome: 'failed', error: UNEXPECTED };
  }
}

async function beat(ctx: Ctx, { id, topics }: RunToExecute, controller: AbortController): Promise<void> {
  try {
    const kept = await keepRun(ctx.db, id, ctx.processId);
    if (!kept) controller.abort(new RunLost());
    else if (kept.abortedBy !== null) controller.abort(new RunAborted(`Aborted by ${kept.abortedBy}.`));
    if (kept?.unseenAt) await announceSeen(ctx, id, topics);
  } catch (error) {
    ctx.log.warn({ err: error, run: id }, 'the heartbeat of a run failed');
  }
}
