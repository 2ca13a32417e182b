import type { CallResponse } from '@mission-control/contract/call';
import type { readRunOutput } from '@mission-control/contract/runs/calls';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.ts';
import { rejectWhileStopping, type RunEnd } from '../process-runs.ts';
import { isRunning, requireRun } from '../queries.ts';
import { listPieces } from './queries-output.ts';

/** Approximate length of a response. */
const ENOUGH = 64 * 1024;
const LOOK_AGAIN_MS = 500;

/** The output from an offset, in UTF-16 units. @throws AppError('not_found') */
export async function readOutput(ctx: Ctx, id: number, from: number): Promise<CallResponse<typeof readRunOutput>> {
  // Read the row first: the pieces it counts are then present.
  const run = await requireRun(ctx.db, id);
  const found = await listPieces(ctx.db, id, from, ENOUGH);
  const pieces = found.map(({ start, at, text }) => {
    const skipped = Math.max(0, from - start);
    return { offset: start + skipped, at: at.toISOString(), text: text.slice(skipped) };
  });
  const last = pieces.at(-1);
  const next = last === undefined ? Math.min(from, run.output_length) : last.offset + last.text.length;
  return { pieces, next, length: Math.max(run.output_length, next), outcome: run.outcome };
}

/** The complete output. */
async function readAll(ctx: Ctx, id: number): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; ;) {
    const part = await readOutput(ctx, id, from);
    parts.push(...part.pieces.map(({ text }) => text));
    if (part.next >= part.length || part.next === from) return parts.join('');
    from = part.next;
  }
}

/** The stored state of a run. @throws AppError('not_found') */
export async function readSoFar(ctx: Ctx, id: number): Promise<RunEnd> {
  const run = await requireRun(ctx.db, id);
  return {
    id,
    outcome: run.outcome,
    error: run.error,
    output: await readAll(ctx, id),
    startedAt: new Date(run.started_at),
    endedAt: run.ended_at === null ? ctx.clock.now() : new Date(run.ended_at),
  };
}

/** The end of a run; waits while it runs, even in another process. @throws AppError('unavailable') when this process stops */
export async function readEnd(ctx: Ctx, id: number): Promise<RunEnd> {
  while (await isRunning(ctx.db, id)) {
    rejectWhileStopping(ctx);
    await sleep(LOOK_AGAIN_MS);
  }
  return readSoFar(ctx, id);
}
