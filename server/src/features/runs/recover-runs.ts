import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Liveness } from '../../platform/processes/process-identity.ts';
import { repeat } from '../../platform/repeat.ts';
import { processRuns, RunAborted, STOPPED } from './process-runs.ts';
import {
  findUnseen,
  listDoubted,
  noteSeen,
  noteSeenAgain,
  noteUnseen,
  type DoubtedRun,
  type Run,
} from './queries-doubted.ts';
import { endRun } from './queries.ts';

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
  for (const run of await listDoubted(ctx.db, services.processId)) {
    try {
      await recover(ctx, run);
    } catch (error) {
      // Continue with the others; the next check retries.
      ctx.log.error({ err: error, run: run.id }, 'failed to recover a run');
    }
  }
}

async function recover(ctx: Ctx, run: DoubtedRun): Promise<void> {
  const liveness = livenessOf(ctx, run);
  if (liveness === 'dead') await giveUp(ctx, run, { action: 'run.ended', error: DIED });
  else if (liveness === 'alive') {
    await noteSeen(ctx.db, run.id);
    if (run.unseenAt !== null) await announceSeen(ctx, run.id, auditFacts(run).topics);
  } else if (run.isSilent && run.unseenAt === null) await announceUnseen(ctx, run);
}

/** A run of a dead process counts as dead between commands: every step needs the database, which rejects it once the run is given up. */
function livenessOf({ ports }: Services, { ownerIsGone, process: mark, abortedBy }: DoubtedRun): Liveness {
  if (!ownerIsGone) return 'unseen';
  if (mark === null) return 'dead';
  // The output of a command that outlives its console is lost, but a half-done change is not interrupted unless a user requests it.
  if (abortedBy !== null) ports.releaseRunner.end(mark);
  return ports.releaseRunner.look(mark);
}

/** Ends another process's run as `unknown`. Returns false if it has already ended or been taken over. */
function giveUp(ctx: Ctx, run: Run, { action, error }: { action: string; error: string }): Promise<boolean> {
  return inTransactionIfChanged(ctx, async ({ db, record }) => {
    const end = { outcome: 'unknown' as const, error };
    if (!(await endRun(db, run.id, run.owner, { ...end, endedAt: ctx.clock.now() }))) return;
    if (run.whenUnknown) {
      const { job, data, persistent = false } = run.whenUnknown;
      await ctx.jobs.send(db, job, { ...data, run_id: run.id }, { persistent });
    }
    record({ ...auditFacts(run), action, after: { run: run.id, ...end } });
  });
}

/** Announces that a run waits for a user, to its viewers and to those blocked by its lock. */
function announceUnseen(ctx: Ctx, run: DoubtedRun): Promise<boolean> {
  return inTransactionIfChanged(ctx, async ({ db, record }) => {
    if (!(await noteUnseen(db, run.id))) return;
    record({ ...auditFacts(run), action: 'run.unseen', after: { run: run.id, host: run.process?.host ?? null } });
  });
}

/** Announces that an unseen run was seen again, to the same people. @param topics of the lists that show its lock */
export function announceSeen(ctx: Ctx, id: number, topics: readonly Topic[]): Promise<void> {
  return inUnauditedTransaction(ctx, async ({ db, changed }) => {
    if (await noteSeenAgain(db, id)) changed(TOPIC.runs, TOPIC.run(id), ...topics);
  });
}

/** The subject and tenant of a run, and its topics with those of the lists that show its lock. */
const auditFacts = ({ id, kind, subject, tenantId }: Run) => ({
  subject: `${kind} ${subject}`,
  ...(tenantId !== null && { tenantId }),
  topics: [TOPIC.runs, TOPIC.run(id), ...(kind === 'release' || kind === 'deploy' ? [TOPIC.releases] : [])],
});

/**
 * Gives up an unseen run, on a user's word that it is dead.
 * @throws AppError('refused') while it is seen
 */
export async function releaseRun(ctx: Ctx, id: number): Promise<void> {
  const run = await findUnseen(ctx.db, id);
  const error = `Given up by ${ctx.actor.name}: nobody could see whether it was still running. Check the target before you try again.`;
  if (!run || !(await giveUp(ctx, run, { action: 'run.released', error }))) throw new AppError('refused', SEEN);
}

/** Periodically recovers dead runs. `stop` aborts the runs of this process with their commands, and marks them `aborted`. */
export function watchRuns(services: Services): { stop(): Promise<void> } {
  const report = (error: unknown) => services.log.warn({ err: error }, 'the check for dead runs failed');
  const recovering = repeat(POLL_MS, () => recoverRuns(services), report, POLL_MS);
  return {
    async stop() {
      const recovered = recovering.stop();
      const ours = processRuns(services);
      ours.stopping = true;
      const running = [...ours.active.values()];
      for (const { controller } of running) controller.abort(new RunAborted(STOPPED));
      const ended = Promise.allSettled(running.map(({ done }) => done));
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      await recovered;
    },
  };
}
