import * as calls from '@mission-control/contract/cron/calls';
import { reportCron } from '@mission-control/contract/cron/schema';
import { handle } from '../../platform/calls/handler.ts';
import { receiveReports } from '../reports/public.ts';
import { listCronTroubles } from './board.ts';
import { getCronHistory } from './history/task-history.ts';
import { getCronOverlap } from './history/overlap.ts';
import { searchCronLogs } from './search-logs.ts';
import { listCron, getTenantCron, storeCronReports } from './service.ts';

export const cronRoutes = [
  handle(calls.listCron, (ctx) => listCron(ctx)),
  handle(calls.getTenantCron, (ctx, { params }) => getTenantCron(ctx, params.id)),
  handle(calls.getCronHistory, (ctx, input) => getCronHistory(ctx, input)),
  handle(calls.listCronTroubles, (ctx, input) => listCronTroubles(ctx, input)),
  handle(calls.getCronOverlap, (ctx, { query }) => getCronOverlap(ctx, query.environment)),
  handle(calls.searchCronLogs, (ctx, input) => searchCronLogs(ctx, input)),
  receiveReports(reportCron, storeCronReports),
];
