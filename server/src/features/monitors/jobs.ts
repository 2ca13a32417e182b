import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { rollUp } from './roll-up.ts';

/** The background work of monitors besides the prober, which never ends. */
export function monitorJobs(services: Services): JobKind<object>[] {
  return [{ name: 'monitors.roll-up', atStart: true, schedule: '2 * * * *', run: () => rollUp(services) }];
}
