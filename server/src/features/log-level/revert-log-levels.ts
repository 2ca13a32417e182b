import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { confirmationWarning } from './confirmation-warning.ts';
import { findLevelOwner, findTemporaryLevel, listOverdue, takeTemporaryLevel } from './queries.ts';
import { ignoreNothingPending, NothingPending, recordReturn } from './restore-log-level.ts';

/** Control files published at the same time. */
const AT_ONCE = 8;

/** Takes every overdue temporary level back, each exactly once however many workers do this at the same time (R13). */
export async function revertOverdue(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'log-level');
  const reverted: number[] = [];
  for (const tenantId of await listOverdue(ctx.db, ctx.clock.now())) {
    if (await revert(ctx, tenantId)) reverted.push(tenantId);
  }
  const queue = reverted.values();
  const work = async (): Promise<void> => {
    for (const tenantId of queue) {
      const warning = await confirmationWarning(ctx, tenantId);
      ctx.log.info({ tenantId, warning }, 'a temporary log level ended');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The work of the job that a temporary level is set with. It does nothing when the level was prolonged or restored meanwhile. */
export async function revertAtTime(services: Services, job: { tenant_id: number; until: string }): Promise<void> {
  await revertOverdue(services);
  const left = await findTemporaryLevel(services.db, job.tenant_id);
  if (left?.until.toISOString() !== job.until) return;
  // The queue goes by the database's clock, which is ahead of ours.
  await services.jobs.send(services.db, 'log-level.revert', job, { at: left.until });
}

async function revert(ctx: Ctx, tenantId: number): Promise<boolean> {
  let done = true;
  await inTransaction(ctx, async (work) => {
    const taken = await takeTemporaryLevel(work.db, tenantId, ctx.clock.now());
    const owner = await findLevelOwner(work.db, tenantId);
    if (!taken || !owner) throw new NothingPending();
    await recordReturn(ctx, work, owner, taken, 'log-level.reverted');
  }).catch((error: unknown) => {
    ignoreNothingPending(error);
    done = false;
  });
  return done;
}
