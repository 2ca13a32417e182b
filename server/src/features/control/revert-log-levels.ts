import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { confirmationWarning } from './publish-control-file.ts';
import { findLevelOwner, findTemporaryLevel, listOverdue, removeTemporaryLevel } from './queries.ts';
import { recordEnd } from './restore-log-level.ts';

/** Maximum concurrent publishes. */
const MAX_CONCURRENT = 8;

/** Reverts every overdue temporary level, each exactly once even with concurrent workers (R13). */
export async function revertOverdue(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'log-level');
  const reverted: number[] = [];
  for (const tenantId of await listOverdue(ctx.db, ctx.clock.now())) {
    try {
      if (await revert(ctx, tenantId)) reverted.push(tenantId);
    } catch (error) {
      // Continue with the others; the next minute's sweep retries.
      ctx.log.error({ tenantId, err: error }, 'failed to revert a temporary log level');
    }
  }
  const queue = reverted.values();
  const work = async (): Promise<void> => {
    for (const tenantId of queue) {
      const warning = await confirmationWarning(ctx, tenantId);
      ctx.log.info({ tenantId, warning }, 'a temporary log level ended');
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
}

/** Runs the job queued with a temporary level. Does nothing if the level has been extended or restored since. */
export async function revertAtTime(services: Services, job: { tenant_id: number; until: string }): Promise<void> {
  const startedAt = services.clock.now();
  await revertOverdue(services);
  const left = await findTemporaryLevel(services.db, job.tenant_id);
  // One that was overdue at the start could not be reverted and is left to the sweep.
  if (left?.until.toISOString() !== job.until || left.until <= startedAt) return;
  // The queue uses the database clock, which may be ahead of ours.
  await services.jobs.send(services.db, 'log-level.revert', job, { at: left.until });
}

function revert(ctx: Ctx, tenantId: number): Promise<boolean> {
  return inTransactionIfChanged(ctx, async (work) => {
    const removed = await removeTemporaryLevel(work.db, tenantId, ctx.clock.now());
    const owner = removed && (await findLevelOwner(work.db, tenantId));
    if (removed && owner) await recordEnd(ctx, work, owner, removed, 'log-level.reverted');
  });
}
