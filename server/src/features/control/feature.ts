import * as calls from '@mission-control/contract/control/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { systemCtx } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { getControl, sendControl } from './get-control.ts';
import { restoreLogLevel } from './restore-log-level.ts';
import { setLogLevel } from './set-log-level.ts';
import { publishUntilConfirmed, type ControlJob } from './publish-control-file.ts';
import { resendUnconfirmed } from './resend-unconfirmed.ts';
import { revertAtTime, revertOverdue } from './revert-log-levels.ts';

export const controlFeature = {
  routes: [
    handle(calls.setLogLevel, (ctx, { params, body }) => setLogLevel(ctx, params.id, body)),
    handle(calls.restoreLogLevel, (ctx, { params }) => restoreLogLevel(ctx, params.id)),
    handle(calls.getControl, (ctx, { params }) => getControl(ctx, params.id)),
    handle(calls.sendControl, (ctx, { params }) => sendControl(ctx, params.id)),
  ],
  jobs: (services): JobKind<object>[] => {
    const atTime: JobKind<{ tenant_id: number; until: string }> = {
      name: 'log-level.revert',
      timed: true,
      run: (job) => revertAtTime(services, job),
    };
    const publish: JobKind<ControlJob> = {
      name: 'control.publish',
      timed: true,
      run: (job) => publishUntilConfirmed(systemCtx(services, 'control'), job),
    };
    // Catches levels that became overdue while no worker ran, or whose job was lost.
    const sweep: JobKind<object> = {
      name: 'log-level.revert-overdue',
      atStart: true,
      schedule: '* * * * *',
      run: () => revertOverdue(services),
    };
    const resend: JobKind<object> = {
      name: 'control.resend-unconfirmed',
      schedule: '2-59/10 * * * *',
      run: () => resendUnconfirmed(services),
    };
    return [atTime, publish, sweep, resend];
  },
} satisfies Feature;
