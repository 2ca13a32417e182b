import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { resumePublications } from './resume-publications.ts';

/** The background work of the config feature. */
export function configJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'config.resume-publications',
      atStart: true,
      schedule: '* * * * *',
      run: async () => void (await resumePublications(services)),
    },
  ];
}
