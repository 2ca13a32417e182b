import * as calls from '@mission-control/contract/monitors/calls';
import { handle } from '../../platform/calls/handler.ts';
import { getMonitor, listMonitors, switchMonitor } from './service.ts';

export const monitorRoutes = [
  handle(calls.listMonitors, (ctx) => listMonitors(ctx)),
  handle(calls.getMonitor, (ctx, { params, query }) => getMonitor(ctx, params.id, query.range)),
  handle(calls.switchMonitor, (ctx, { params, body }) => switchMonitor(ctx, params.id, body.active)),
];
