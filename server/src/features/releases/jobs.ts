import { systemCtx, type Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { CLEAR_WORK_JOB, clearWork } from './clear-work.ts';
import { purgeReleases } from './purge-releases.ts';
import { restoreSwitches } from './deploy/restore-switches.ts';
import { RESTORE_JOB } from './deploy/run-switch.ts';

/** Background jobs of releases. @param kept builds to keep per service and environment */
export function releaseJobs(services: Services, kept: number): JobKind<object>[] {
  const ctx = () => systemCtx(services, 'releases');
  return [
    { name: RESTORE_JOB, run: () => restoreSwitches(ctx()), atStart: true },
    { name: CLEAR_WORK_JOB, run: () => clearWork(ctx()), atStart: true },
    { name: 'releases.purge', schedule: '41 3 * * *', run: () => purgeReleases(ctx(), kept) },
  ];
}
