import { getMonitor, listMonitors, switchMonitor } from '@mission-control/contract/monitors/calls';
import { handle } from '../../platform/calls/handler.ts';
import { getOne, listAll, switchOne } from './service.ts';

export const monitorRoutes = [
  handle(listMonitors, (ctx) => listAll(ctx)),
  handle(getMonitor, (ctx, { params, query }) => getOne(ctx, params.id, query.range)),
  handle(switchMonitor, (ctx, { params, body }) => switchOne(ctx, params.id, body.active)),
];
