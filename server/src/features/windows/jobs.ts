import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { forgetWindowTimes, turnWindows } from './turn-windows.ts';
import { TURN_JOB } from './window-times.ts';

/** Background jobs of maintenance windows. */
export const windowJobs = (services: Services): JobKind<object>[] => [
  // At the time of a beginning or an end, and each minute for what became due while no worker ran.
  { name: TURN_JOB, atStart: true, schedule: '* * * * *', run: () => turnWindows(services) },
  { name: 'windows.forget', schedule: '33 3 * * *', run: () => forgetWindowTimes(services) },
];
