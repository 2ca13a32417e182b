import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Liveness } from '../../platform/processes/process-identity.ts';
import { processRuns } from './process-runs.ts';
import { findUnseen, listDoubted, noteSeen, noteUnseen, type DoubtedRun, type Run } from './queries-doubted.ts';
import { endRun } from './queries.ts';
import { RunAborted } from './work/execute-run.ts';

const POLL_MS = 1_500;
const STOP_MS = 12_000;
const SEEN = 'This run has been seen again, or has ended. Reload it.';
const DIED = 'The console that ran this has died. The outcome is unknown: check the target before you try again.';

/**
 * Recovers runs of dead processes: they become `unknown` and their locks are freed. A run whose command still runs is left alone.
 * Unless a run is proven dead, it keeps its locks until it is seen again or a user gives it up.
 */
export async function recoverRuns(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'runs');
  for (const run of await listDoubted(ctx.db, processRuns(services).owner)) {
    const liveness = livenessOf(services, run);
    if (liveness === 'dead') await giveUpDead(ctx, run);
    else if (liveness === 'alive') await noteSeen(ctx.db, run.id);
    else if (run.isSilent && run.unseenAt === null) await announceUnseen(ctx, run);
  }
}

/** A run of a dead process counts as dead between commands: every step needs the database, which rejects it once the run is given up. */
function livenessOf({ ports }: Services, { ownerIsGone, process: mark, abortedBy }: DoubtedRun): Liveness {
  if (!ownerIsGone) return 'unseen';
  if (mark === null) return 'dead';
  // The output of a command that outlives its console is lost, but a half-done change is not interrupted unless a user requests it.
  if (abortedBy !== null) ports.releaseRunner.end(mark);
  return ports.releaseRunner.look(mark);
}

class AlreadyEnded extends Error {}

async function giveUpDead(ctx: Ctx, run: DoubtedRun): Promise<void> {
  await giveUp(ctx, run, { action: 'run.ended', error: DIED }).catch((error: unknown) => {
    // Another process was faster and has already done this.
    if (!(error instanceof AlreadyEnded)) throw error;
  });
}

/** Ends another process's run as `unknown`. @throws AlreadyEnded */
async function giveUp(ctx: Ctx, run: Run, { action, error }: { action: string; error: string }): Promise<void> {
  await inTransaction(ctx, async ({ db, record }) => {
    const end = { outcome: 'unknown' as const, error };
    if (!(await endRun(db, run.id, run.owner, { ...end, endedAt: ctx.clock.now() }))) throw new AlreadyEnded();
    if (run.whenUnknown) {
      const { job, data, persistent = false } = run.whenUnknown;
      await ctx.jobs.send(db, job, { ...data, run_id: run.id }, { persistent });
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

/** Announces that a run waits for a user, to its viewers and to those blocked by its lock. */
async function announceUnseen(ctx: Ctx, run: DoubtedRun): Promise<void> {
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

/** Includes the lists that show its lock. */
const topicsOf = ({ id, kind }: Run): Topic[] => [
  TOPIC.runs,
  TOPIC.run(id),
  ...(kind === 'release' || kind === 'deploy' ? [TOPIC.releases] : []),
];

/**
 * Gives up an unseen run, on a user's word that it is dead.
 * @throws AppError('refused') while it is seen
 */
export async function releaseRun(ctx: Ctx, id: number): Promise<void> {
  const run = await findUnseen(ctx.db, id);
  if (!run) throw new AppError('refused', SEEN);
  const error = `Given up by ${ctx.actor.name}: nobody could see whether it was still running. Check the target before you try again.`;
  await giveUp(ctx, run, { action: 'run.released', error }).catch((cause: unknown) => {
    throw cause instanceof AlreadyEnded ? new AppError('refused', SEEN, { cause }) : cause;
  });
}

/** Periodically recovers dead runs. `stop` aborts the runs of this process with their commands, and marks them `aborted`. */
export function watchRuns(services: Services): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => recoverRuns(services))
      .catch((error: unknown) => services.log.warn({ err: error }, 'the check for dead runs failed'));
  }, POLL_MS);
  return {
    async stop() {
      clearInterval(timer);
      const own = processRuns(services);
      own.stopping = true;
      const running = [...own.active.values()];
      for (const { controller } of running) controller.abort(new RunAborted('The console was stopped.'));
      let late: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((settle) => (late = setTimeout(settle, STOP_MS)));
      await Promise.race([Promise.allSettled(running.map(({ done }) => done)), limit]);
      clearTimeout(late);
      await looking;
    },
  };
}
