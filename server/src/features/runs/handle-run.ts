import type { Call, CallResponse, CallInput } from '@mission-control/contract/call';
import type { z } from 'zod';
import type { runAccepted } from '@mission-control/contract/runs/schema';
import { Accepted, handle, type Handler, type Http } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { clickOf, type Click } from './work/click.ts';
import type { RunEnd, StartedRun } from './process-runs.ts';
import { outputOf } from './start-run.ts';

/** Implementation of a call that starts a run. */
interface RunHandler<C extends Call> {
  /** Validates the request and starts the run. @throws when rejected; then there is no run */
  start: (ctx: Ctx, input: CallInput<C>, click: Click) => Promise<StartedRun>;
  /** The documented response of a successful run. */
  answer: (end: RunEnd, ctx: Ctx, input: CallInput<C>) => CallResponse<C> | Promise<CallResponse<C>>;
  /** Maps the error of an unsuccessful run; unchanged when absent. */
  failure?: (error: unknown) => unknown;
}

/**
 * Binds a call with `startsRun`: the response is sent when the run has ended, or, with `Prefer: respond-async`, as 202 once it has started
 * (C-133).
 */
export function handleRun<C extends Call>(call: C, { start, answer, failure }: RunHandler<C>): Handler {
  const { answer: respond } = handle(call, async (ctx: Ctx, input: CallInput<C>, http: Http) => {
    const click = clickOf(http);
    const run = await start(ctx, input, click);
    if (click.respondAsync) {
      const body: z.output<typeof runAccepted> = { run_id: run.id };
      return new Accepted(body, `/api/run/${run.id}`);
    }
    const end = await outputOf(run).catch((error: unknown) => {
      throw failure ? failure(error) : error;
    });
    return answer(end, ctx, input);
  });
  return { call, answer: respond, startsRun: true };
}
