import * as calls from '@mission-control/contract/control/calls';
import { handle } from '../../platform/calls/handler.ts';
import { getControl, sendControl } from './get-control.ts';
import { restoreLogLevel } from './restore-log-level.ts';
import { setLogLevel } from './set-log-level.ts';

export const controlRoutes = [
  handle(calls.setLogLevel, (ctx, { params, body }) => setLogLevel(ctx, params.id, body)),
  handle(calls.restoreLogLevel, (ctx, { params }) => restoreLogLevel(ctx, params.id)),
  handle(calls.getControl, (ctx, { params }) => getControl(ctx, params.id)),
  handle(calls.sendControl, (ctx, { params }) => sendControl(ctx, params.id)),
];
