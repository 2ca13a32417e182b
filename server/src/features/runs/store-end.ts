import type { RunOutcome } from '@mission-control/contract/runs/rules';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../platform/context.ts';
import { isDatabaseDown } from '../../platform/database/postgres/database-down.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { describeDiskError } from '../../platform/disk-fault.ts';
import { processRuns, RunLost, type RunEnd } from './process-runs.ts';
import { endRun } from './queries.ts';
import { readEnd, readSoFar } from './work/read-output.ts';
import type { RunWriter } from './work/run-writer.ts';

const TRY_AGAIN_MS = 2_000;

/** The result of the work. */
export interface WorkEnd {
  outcome: RunOutcome;
  error: string | null;
}

/** A run whose work has ended. */
export interface EndingRun {
  id: number;
  /** Label for messages: kind and subject. */
  label: string;
  tenantId?: number | undefined;
  topics: readonly Topic[];
  onEnd?: ((work: Work, end: WorkEnd) => Promise<void>) | undefined;
}

/**
 * Stores the rest of the output and the end of the run, and returns the end. On a full disk the run counts as failed, whatever its work
 * achieved, and this is returned at once. Storing the end is retried until it succeeds, since the run keeps its locks until then.
 */
export async function storeRunEnd(ctx: Ctx, run: EndingRun, worked: WorkEnd, writer: RunWriter): Promise<RunEnd> {
  let end = worked;
  try {
    await writer.close();
  } catch (error) {
    const trouble = storageTrouble(error);
    ctx.log.error({ err: error, run: run.id }, 'the rest of the output of a run could not be stored');
    if (trouble !== undefined) end = lostOutput(worked, trouble);
  }
  try {
    await storeEnd(ctx, run, end);
  } catch (error) {
    ctx.log.error({ err: error, run: run.id }, 'the end of a run could not be stored; retrying');
    if (error instanceof RunLost) return readEnd(ctx, run.id);
    void storeLater(ctx, run, end);
    const trouble = describeDiskError(error);
    if (trouble !== undefined) return { ...(await readSoFar(ctx, run.id)), ...lostOutput(worked, trouble) };
  }
  return readEnd(ctx, run.id);
}

/** The reason of a storage failure; undefined for other errors. */
export const storageTrouble = (error: unknown): string | undefined =>
  isDatabaseDown(error) ? 'The database does not respond.' : describeDiskError(error);

function lostOutput({ outcome, error }: WorkEnd, trouble: string): WorkEnd {
  const work = outcome === 'succeeded' ? 'Its work succeeded.' : (error ?? '');
  return { outcome: 'failed', error: `The rest of the output could not be stored: ${trouble} ${work}`.trimEnd() };
}

async function storeEnd(ctx: Ctx, { id, label, tenantId, topics, onEnd }: EndingRun, end: WorkEnd): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isMine = await endRun(tx.db, id, ctx.processId, { ...end, endedAt: ctx.clock.now() });
    if (!isMine) throw new RunLost();
    if (onEnd) await onEnd(tx, end);
    tx.record({
      action: 'run.ended',
      subject: label,
      ...(tenantId !== undefined && { tenantId }),
      after: { run: id, ...end },
      topics: [TOPIC.runs, TOPIC.run(id), ...topics],
    });
  });
}

/** Retries until it is stored, the run is lost, or the process stops. In the last case the next process marks it `unknown`. */
async function storeLater(ctx: Ctx, run: EndingRun, end: WorkEnd): Promise<void> {
  while (!processRuns(ctx).stopping) {
    await sleep(TRY_AGAIN_MS, undefined, { ref: false });
    try {
      return await storeEnd(ctx, run, end);
    } catch (error) {
      if (error instanceof RunLost) return;
      ctx.log.debug({ err: error, run: run.id }, 'the end of a run cannot be stored yet');
    }
  }
}
