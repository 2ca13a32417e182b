import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sight } from '../../platform/processes/process-mark.ts';
import { RunAborted } from './execute-run.ts';
import { processRuns } from './process-runs.ts';
import { endRun } from './queries.ts';
import { findUnseen, listDoubted, noteSeen, noteUnseen, type DoubtedRun, type Run } from './queries-doubted.ts';

const LOOK_MS = 1_500;
const STOP_MS = 12_000;
const SEEN = 'This run is seen, or has ended. Look at it again.';
const DIED = 'The console that ran this was ended. Nobody saw how it went on: look at the target before you try again.';

/**
 * Gives up the runs whose process died: they become `unknown`, their locks are free. One whose command still runs is left to it. What
 * cannot be seen to be dead is not dead: it keeps its locks until it is seen again, or a person gives it up.
 */
export async function recoverRuns(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'runs');
  for (const run of await listDoubted(ctx.db, processRuns(services).owner)) {
    const sight = sightOf(services, run);
    if (sight === 'dead') await giveUpDead(ctx, run);
    else if (sight === 'alive') await noteSeen(ctx.db, run.id);
    else if (run.isSilent && run.unseenAt === null) await tellUnseen(ctx, run);
  }
}

/** Between its commands a run needs the database for each step, and is refused it once it is given up. */
function sightOf({ ports }: Services, { ownerIsGone, process: mark, abortedBy }: DoubtedRun): Sight {
  if (!ownerIsGone) return 'unseen';
  if (mark === null) return 'dead';
  // Nothing can be read from a command that outlives its console, but a half-done change is not broken off, unless a person asks for it.
  if (abortedBy !== null) ports.releaseRunner.end(mark);
  return ports.releaseRunner.look(mark);
}

class AlreadyEnded extends Error {}

async function giveUpDead(ctx: Ctx, run: DoubtedRun): Promise<void> {
  await giveUp(ctx, run, { action: 'run.ended', error: DIED }).catch((error: unknown) => {
    // Another process was quicker, and has done all of it.
    if (!(error instanceof AlreadyEnded)) throw error;
  });
}

/** Ends a run of another process as `unknown`. @throws AlreadyEnded */
async function giveUp(ctx: Ctx, run: Run, { action, error }: { action: string; error: string }): Promise<void> {
  await inTransaction(ctx, async ({ db, record }) => {
    const end = { outcome: 'unknown' as const, error };
    if (!(await endRun(db, run.id, run.owner, { ...end, endedAt: ctx.clock.now() }))) throw new AlreadyEnded();
    if (run.whenUnknown) {
      const { job, data } = run.whenUnknown;
      await ctx.jobs.send(db, job, { ...data, run_id: run.id });
    }
    record({
      action,
      subject: `${run.kind} ${run.subject}`,
      ...(run.tenantId !== null && { tenantId: run.tenantId }),
      after: { run: run.id, ...end },
      topics: topicsOf(run),
    });
  });
}

/** Whoever looks at a run or is refused its lock is to hear that it waits for a person. */
async function tellUnseen(ctx: Ctx, run: DoubtedRun): Promise<void> {
  await inTransaction(ctx, async ({ db, record }) => {
    if (!(await noteUnseen(db, run.id))) throw new AlreadyEnded();
    record({
      action: 'run.unseen',
      subject: `${run.kind} ${run.subject}`,
      ...(run.tenantId !== null && { tenantId: run.tenantId }),
      after: { run: run.id, host: run.process?.host ?? null },
      topics: topicsOf(run),
    });
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyEnded)) throw error;
  });
}

/** The lists that show its lock read again, too. */
const topicsOf = ({ id, kind }: Run): string[] => [
  'runs',
  `run:${id}`,
  ...(kind === 'release' || kind === 'deploy' ? ['releases'] : []),
];

/**
 * Gives up a run that nobody can see, on a person's word that it is dead.
 * @throws AppError('refused') while it is seen
 */
export async function releaseRun(ctx: Ctx, id: number): Promise<void> {
  const run = await findUnseen(ctx.db, id);
  if (!run) throw new AppError('refused', SEEN);
  const error = `Given up by ${ctx.actor.name}: nobody could see whether it still ran. Look at the target before you try again.`;
  await giveUp(ctx, run, { action: 'run.released', error }).catch((cause: unknown) => {
    throw cause instanceof AlreadyEnded ? new AppError('refused', SEEN, { cause }) : cause;
  });
}

/** Looks for dead runs now and then. `stop` ends the runs of this process: their commands end, their rows say `aborted`. */
export function watchRuns(services: Services): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => recoverRuns(services))
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
