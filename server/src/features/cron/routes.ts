import * as calls from '@mission-control/contract/cron/calls';
import { reportCron } from '@mission-control/contract/cron/schema';
import { handle } from '../../platform/calls/handler.ts';
import { receiveReports } from '../reports/public.ts';
import { listCron, getTenantCron, storeCronReports } from './service.ts';

export const cronRoutes = [
  handle(calls.listCron, (ctx) => listCron(ctx)),
  handle(calls.getTenantCron, (ctx, { params }) => getTenantCron(ctx, params.id)),
  receiveReports(reportCron, storeCronReports),
];
