import { deployLock, type DeployLock } from '@mission-control/contract/releases/schema';
import type { Ctx } from '../../../platform/context.ts';
import { listLocks } from '../../runs/public.ts';

/** Targets of running deploys, one row per run. */
export async function listDeployLocks(ctx: Ctx): Promise<DeployLock[]> {
  const held = await listLocks(ctx.db, 'deploy:');
  const byRun = new Map(held.map((lock) => [lock.runId, lock]));
  return [...byRun.values()].flatMap(({ runId, facts, startedBy, startedAt, unseenAt }) => {
    const lock = deployLock.safeParse({
      ...facts,
      run_id: runId,
      owner: startedBy,
      since: startedAt.toISOString(),
      unseen_since: unseenAt?.toISOString() ?? null,
    });
    return lock.success ? [lock.data] : [];
  });
}
