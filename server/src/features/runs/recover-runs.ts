import type { ProcessMark } from '../../ports/release-runner/port.ts';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { RunAborted } from './execute-run.ts';
import { processRuns } from './process-runs.ts';
import { endRun, listSilent, type SilentRun } from './queries.ts';

/** A run whose process said nothing for so long is given up. */
const LEASE_MS = 8_000;
const LOOK_MS = 1_500;
const STOP_MS = 12_000;
const DIED = 'The console that ran this was ended. Nobody saw how it went on: look at the target before you try again.';

interface Recovery {
  /** No other process uses this database, so what others began is dead at once. */
  alone: boolean;
}

/** Gives up the runs whose process died: they become `unknown`, their locks are free. One whose command still runs is left to it. */
export async function recoverRuns(services: Services, { alone }: Recovery): Promise<void> {
  const { owner } = processRuns(services);
  const now = services.clock.now();
  // A second more, since a row may have been written at this very moment.
  const before = new Date(now.getTime() + (alone ? 1_000 : -LEASE_MS));
  const ctx = systemCtx(services, 'runs');
  for (const run of await listSilent(ctx.db, owner, before)) {
    if (run.process && isLeftOver(services, run.process, run.abortedBy !== null)) continue;
    await giveUp(ctx, run, now).catch((error: unknown) => {
      // Another process was quicker, and has done all of it.
      if (!(error instanceof AlreadyEnded)) throw error;
    });
  }
}

class AlreadyEnded extends Error {}

async function giveUp(ctx: Ctx, run: SilentRun, now: Date): Promise<void> {
  await inTransaction(ctx, async ({ db, record }) => {
    const end = { outcome: 'unknown' as const, error: DIED };
    if (!(await endRun(db, run.id, run.owner, { ...end, endedAt: now }))) throw new AlreadyEnded();
    if (run.whenUnknown) {
      const { job, data } = run.whenUnknown;
      await ctx.jobs.send(db, job, { ...data, run_id: run.id });
    }
    record({
      action: 'run.ended',
      subject: `${run.kind} ${run.subject}`,
      ...(run.tenantId !== null && { tenantId: run.tenantId }),
      after: { run: run.id, ...end },
      topics: ['runs', `run:${run.id}`],
    });
  });
}

/** True while a command outlives its console. Nothing can be read from it any more, but a half-done change is not broken off, unless a person asks for it. */
function isLeftOver({ ports }: Services, mark: ProcessMark, aborted: boolean): boolean {
  if (aborted) ports.releaseRunner.end(mark);
  return ports.releaseRunner.isAlive(mark);
}

/** Looks for dead runs now and then. `stop` ends the runs of this process: their commands end, their rows say `aborted`. */
export function watchRuns(services: Services, recovery: Recovery): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => recoverRuns(services, recovery))
      .catch((error: unknown) => services.log.warn({ err: error }, 'dead runs could not be looked for'));
  }, LOOK_MS);
  return {
    async stop() {
      clearInterval(timer);
      const own = processRuns(services);
      own.stopping = true;
      const running = [...own.active.values()];
      for (const { controller } of running) controller.abort(new RunAborted('The console was stopped meanwhile.'));
      let late: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((settle) => (late = setTimeout(settle, STOP_MS)));
      await Promise.race([Promise.allSettled(running.map(({ done }) => done)), limit]);
      clearTimeout(late);
      await looking;
    },
  };
}
