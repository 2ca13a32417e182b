import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeReceipts } from './queries.ts';

/** How long repeated reports are recognised. */
const REPEATABLE_MS = 7 * 24 * 60 * 60_000;

/** Background jobs of reports. */
export function reportJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'reports.purge',
      schedule: '23 * * * *',
      run: () => purgeReceipts(services.db, new Date(services.clock.now().getTime() - REPEATABLE_MS)),
    },
  ];
}
