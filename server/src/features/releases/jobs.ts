import { systemCtx, type Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { restoreSwitches } from './restore-switches.ts';
import { RESTORE_JOB } from './run-switch.ts';

/** Background work of releases. */
export function releaseJobs(services: Services): JobKind<object>[] {
  return [{ name: RESTORE_JOB, run: () => restoreSwitches(systemCtx(services, 'releases')), atStart: true }];
}
