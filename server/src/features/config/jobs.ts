import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { resumePublications } from './resume-publications.ts';
import { runWithdrawal, WITHDRAW_JOB, type Withdrawal } from './withdraw-configs.ts';

/** The background work of the config feature. */
export function configJobs(services: Services): JobKind<object>[] {
  const withdraw: JobKind<Withdrawal> = { name: WITHDRAW_JOB, run: (job) => runWithdrawal(services, job) };
  return [
    {
      name: 'config.resume-publications',
      atStart: true,
      schedule: '* * * * *',
      run: async () => void (await resumePublications(services)),
    },
    withdraw,
  ];
}
