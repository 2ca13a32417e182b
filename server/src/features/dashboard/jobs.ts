import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeErrors } from './queries.ts';
import { errorsKeptFrom } from './store-reports.ts';

/** Background jobs of the dashboard. */
export function dashboardJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'dashboard.purge-sdd-errors',
      schedule: '37 * * * *',
      run: () => purgeErrors(services.db, errorsKeptFrom(services)),
    },
  ];
}
