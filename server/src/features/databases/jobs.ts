import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { createSampler } from './sample-databases.ts';

/** Samples the load of database servers once a minute. */
export function databaseJobs(services: Services): JobKind<object>[] {
  const sampler = createSampler(services);
  return [{ name: 'databases.sample', atStart: true, schedule: '* * * * *', run: () => sampler.run() }];
}
