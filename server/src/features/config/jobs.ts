import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { checkDrift } from './check-drift.ts';
import { followTenant } from './follow-tenant.ts';
import { RESUME_JOB, resumePublications } from './resume-publications.ts';
import { FOLLOW_TENANT, type FollowJob } from './withdraw-file.ts';
import { runWithdrawal, WITHDRAW_JOB, type Withdrawal } from './withdraw-configs.ts';

/** The background work of the config feature. */
export function configJobs(services: Services): JobKind<object>[] {
  const withdraw: JobKind<Withdrawal> = { name: WITHDRAW_JOB, run: (job) => runWithdrawal(services, job) };
  const follow: JobKind<FollowJob> = {
    name: FOLLOW_TENANT,
    run: (job) => followTenant(services, job.tenant_id, job.kind),
  };
  const silent = new Set<string>();
  return [
    {
      name: RESUME_JOB,
      atStart: true,
      schedule: '* * * * *',
      run: async () => void (await resumePublications(services)),
    },
    {
      name: 'config.check-drift',
      atStart: true,
      schedule: '* * * * *',
      run: async () => void (await checkDrift(services, silent)),
    },
    withdraw,
    follow,
  ];
}
