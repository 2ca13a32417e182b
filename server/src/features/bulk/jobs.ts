import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { WORK_JOB, type WorkJob } from './start-bulk.ts';
import { sweepBulk, workBulk } from './work-bulk.ts';

/** Background jobs of bulk changes. */
export function bulkJobs(services: Services): JobKind<object>[] {
  const work: JobKind<WorkJob> = { name: WORK_JOB, run: ({ id }) => workBulk(services, id) };
  return [work, { name: 'bulk.sweep', atStart: true, schedule: '* * * * *', run: () => sweepBulk(services) }];
}
