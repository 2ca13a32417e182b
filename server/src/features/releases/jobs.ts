import { systemCtx, type Services, type Ctx } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { CLEAR_WORK_JOB, clearWork } from './clear-work.ts';
import { restoreSwitches } from './deploy/restore-switches.ts';
import { RESTORE_JOB } from './deploy/run-switch.ts';
import { TOPIC } from '@mission-control/contract/topics';
import { inTransaction } from '../../platform/database/transaction.ts';
import { listLocks } from '../runs/public.ts';
import { listArtifacts, listOldReleases, removeReleases } from './queries.ts';

/** Background jobs of releases. @param kept builds to keep per service and environment */
export function releaseJobs(services: Services, kept: number): JobKind<object>[] {
  const ctx = () => systemCtx(services, 'releases');
  return [
    { name: RESTORE_JOB, run: () => restoreSwitches(ctx()), atStart: true },
    { name: CLEAR_WORK_JOB, run: () => clearWork(ctx()), atStart: true },
    { name: 'releases.purge', schedule: '41 3 * * *', run: () => purgeReleases(ctx(), kept) },
  ];
}

/** A new artifact may not have its release row yet. */
const YOUNG_MS = 24 * 60 * 60_000;

/**
 * Removes all but the newest builds of each service and environment, and artifacts without a release. Served and rollback versions stay.
 * Postponed while a build or deploy is running.
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
      record({ action: 'releases.purged', subject: 'Old releases', after, topics: [TOPIC.releases] });
    });
  }
  const since = new Date(ctx.clock.now().getTime() - YOUNG_MS);
  await ctx.ports.releaseFiles.dropArtifacts(await listArtifacts(ctx.db), since);
}
