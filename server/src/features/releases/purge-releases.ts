import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { listLocks } from '../runs/public.ts';
import { listArtifacts, listOldReleases, removeReleases } from './queries.ts';

/** A build that has just been kept may have no release yet. */
const YOUNG_MS = 24 * 60 * 60_000;

/**
 * Removes the builds of each service and environment but the newest, and artifacts that no release needs. What is served, and what
 * a rollback would bring back, stays. While something is built or deployed it waits for the next time.
 */
export async function purgeReleases(ctx: Ctx, kept: number): Promise<void> {
  for (const prefix of ['release:', 'deploy:']) if ((await listLocks(ctx.db, prefix)).length > 0) return;
  const old = await listOldReleases(ctx.db, kept);
  if (old.length > 0) {
    await inTransaction(ctx, async ({ db, record }) => {
      const removed = await removeReleases(
        db,
        old.map(({ id }) => id),
      );
      const after = { kept, removed: removed.map(({ service, env, version }) => `${service} ${version} for ${env}`) };
      record({ action: 'releases.purged', subject: 'Old releases', after, topics: ['releases'] });
    });
  }
  const since = new Date(ctx.clock.now().getTime() - YOUNG_MS);
  await ctx.ports.releaseFiles.dropArtifacts(await listArtifacts(ctx.db), since);
}
