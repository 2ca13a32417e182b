import * as calls from '@mission-control/contract/windows/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { listWindows, previewWindow } from './list-windows.ts';
import { addWindow, deleteWindow, endWindow, saveWindow } from './save-window.ts';
import { purgeOccurrences, advanceWindows } from './advance-windows.ts';
import { ADVANCE_JOB } from './window-times.ts';

export const windowFeature = {
  routes: [
    handle(calls.listWindows, (ctx) => listWindows(ctx)),
    handle(calls.addWindow, (ctx, { body }) => addWindow(ctx, body)),
    handle(calls.saveWindow, (ctx, { params, query, body }) => saveWindow(ctx, params.id, body, query.known)),
    handle(calls.endWindow, (ctx, { params }) => endWindow(ctx, params.id)),
    handle(calls.deleteWindow, (ctx, { params }) => deleteWindow(ctx, params.id)),
    handle(calls.previewWindow, (ctx, { body }) => previewWindow(ctx, body)),
  ],
  jobs: (services): JobKind<object>[] => [
    // At each beginning and end, and every minute for what became due while no worker ran.
    { name: ADVANCE_JOB, timed: true, atStart: true, schedule: '* * * * *', run: () => advanceWindows(services) },
    { name: 'windows.forget', schedule: '33 3 * * *', run: () => purgeOccurrences(services) },
  ],
} satisfies Feature;
