import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { listLocks } from '../runs/public.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { listArtifacts, listOldReleases, removeReleases } from './queries.ts';

/**
 * Removes all but the newest builds of each service and environment, and artifacts without a release. Served and rollback versions stay.
 * Postponed while a build or deploy is running.
 */
export async function purgeReleases(ctx: Ctx, kept: number): Promise<void> {
  for (const prefix of ['release:', 'deploy:']) if ((await listLocks(ctx.db, prefix)).length > 0) return;
  const old = await listOldReleases(ctx.db, kept);
  if (old.length > 0) {
    await inTransaction(ctx, async ({ db, record }) => {
      const ids = old.map((release) => release.id);
      const removed = await removeReleases(db, ids);
      const after = { kept, removed: removed.map(({ service, env, version }) => `${service} ${version} for ${env}`) };
      record({ action: 'releases.purged', subject: 'Old releases', after, topics: [TOPIC.releases] });
    });
  }
  // A new artifact may not have its release row yet.
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  await ctx.ports.releaseFiles.dropArtifacts(await listArtifacts(ctx.db), since);
}
