import * as calls from '@mission-control/contract/cron/calls';
import { reportCron } from '@mission-control/contract/cron/schema';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { receiveReports } from '../reports/public.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { listCronTroubles } from './board.ts';
import { getCronHistory } from './history/task-history.ts';
import { getCronOverlap } from './history/overlap.ts';
import { searchCronLogs } from './search-logs.ts';
import { listCron, getTenantCron, storeCronReports } from './service.ts';
import { purgeDays } from './history/queries-history.ts';
import { purgeSlots } from './history/queries-slots.ts';
import { purgeIncidents } from './queries-incidents.ts';

const RETENTION_MS = 90 * DAY_MS;

export const cronFeature = {
  routes: [
    handle(calls.listCron, (ctx) => listCron(ctx)),
    handle(calls.getTenantCron, (ctx, { params }) => getTenantCron(ctx, params.id)),
    handle(calls.getCronHistory, (ctx, input) => getCronHistory(ctx, input)),
    handle(calls.listCronTroubles, (ctx, input) => listCronTroubles(ctx, input)),
    handle(calls.getCronOverlap, (ctx, { query }) => getCronOverlap(ctx, query.environment)),
    handle(calls.searchCronLogs, (ctx, input) => searchCronLogs(ctx, input)),
    receiveReports(reportCron, storeCronReports),
  ],
  jobs: ({ db, clock }): JobKind<object>[] => {
    const run = async () => {
      await purgeIncidents(db, new Date(clock.now().getTime() - RETENTION_MS));
      await purgeDays(db, clock.now());
      await purgeSlots(db, clock.now());
    };
    return [{ name: 'cron.purge', schedule: '41 3 * * *', run }];
  },
} satisfies Feature;
