import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { checkDrift } from './drift/check-drift.ts';
import { followTenant } from './publish/follow-tenant.ts';
import { RESUME_JOB, resumePublications } from './publish/resume-publications.ts';
import { FOLLOW_TENANT, type FollowJob } from './publish/withdraw-file.ts';
import { SEAL_JOB, sealClearSecrets } from './seal-clear-secrets.ts';
import { runWithdrawal, WITHDRAW_JOB, type Withdrawal } from './publish/withdraw-configs.ts';

/** Background jobs of the config feature. */
export function configJobs(services: Services): JobKind<object>[] {
  const withdraw: JobKind<Withdrawal> = { name: WITHDRAW_JOB, run: (job) => runWithdrawal(services, job) };
  const follow: JobKind<FollowJob> = {
    name: FOLLOW_TENANT,
    run: (job) => followTenant(services, job.tenant_id, job.kind),
  };
  const unreadable = new Set<string>();
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
      run: async () => void (await checkDrift(services, unreadable)),
    },
    { name: SEAL_JOB, atStart: true, run: async () => void (await sealClearSecrets(services)) },
    withdraw,
    follow,
  ];
}
