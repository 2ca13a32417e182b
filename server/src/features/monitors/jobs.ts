import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { rollUp } from './charts/roll-up.ts';

/** Background jobs of monitors, besides the permanently running prober. */
export function monitorJobs(services: Services): JobKind<object>[] {
  return [{ name: 'monitors.roll-up', atStart: true, schedule: '2 * * * *', run: () => rollUp(services) }];
}
