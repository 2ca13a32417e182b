import * as calls from '@mission-control/contract/monitors/calls';
import { handle } from '../../platform/calls/handler.ts';
import { readDomainStanding } from './domain-standing.ts';
import { listMonitors, searchMonitors } from './search-monitors.ts';
import { getMonitor, switchMonitor } from './service.ts';

export const monitorRoutes = [
  handle(calls.listMonitors, (ctx) => listMonitors(ctx)),
  handle(calls.searchMonitors, searchMonitors),
  handle(calls.listDomainStanding, (ctx, { params }) => readDomainStanding(ctx, params.id, params.service)),
  handle(calls.getMonitor, (ctx, { params, query }) => getMonitor(ctx, params.id, query.range)),
  handle(calls.switchMonitor, (ctx, { params, body }) => switchMonitor(ctx, params.id, body.active)),
];
