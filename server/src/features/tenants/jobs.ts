import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeTenants } from './purge-tenants.ts';

/** Background jobs of tenants. */
export function tenantJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'tenants.purge',
      atStart: true,
      schedule: '23 * * * *',
      run: async () => void (await purgeTenants(services)),
    },
  ];
}
