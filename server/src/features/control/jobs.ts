import { systemCtx, type Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { publishUntilConfirmed, type ControlJob } from './publish-control-file.ts';
import { revertAtTime, revertOverdue } from './revert-log-levels.ts';

/** Background jobs of the control files and the log level. */
export function controlJobs(services: Services): JobKind<object>[] {
  const atTime: JobKind<{ tenant_id: number; until: string }> = {
    name: 'log-level.revert',
    run: (job) => revertAtTime(services, job),
  };
  const publish: JobKind<ControlJob> = {
    name: 'control.publish',
    run: (job) => publishUntilConfirmed(systemCtx(services, 'control'), job),
  };
  // Catches levels that became overdue while no worker ran, or whose job was lost.
  const sweep: JobKind<object> = {
    name: 'log-level.revert-overdue',
    atStart: true,
    schedule: '* * * * *',
    run: () => revertOverdue(services),
  };
  return [atTime, publish, sweep];
}
