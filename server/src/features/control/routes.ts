import * as calls from '@mission-control/contract/control/calls';
import { handle } from '../../platform/calls/handler.ts';
import { restoreLogLevel } from './restore-log-level.ts';
import { setLogLevel } from './set-log-level.ts';

export const logLevelRoutes = [
  handle(calls.setLogLevel, (ctx, { params, body }) => setLogLevel(ctx, params.id, body)),
  handle(calls.restoreLogLevel, (ctx, { params }) => restoreLogLevel(ctx, params.id)),
];
