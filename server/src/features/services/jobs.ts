import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeServices } from './purge-services.ts';

/** Background jobs of services. */
export function serviceJobs(services: Services): JobKind<object>[] {
  const purge = async () => void (await purgeServices(services));
  return [{ name: 'services.purge', atStart: true, schedule: '37 * * * *', run: purge }];
}
