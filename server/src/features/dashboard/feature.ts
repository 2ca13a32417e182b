import * as calls from '@mission-control/contract/dashboard/calls';
import { reportSddErrors, reportStatistics } from '@mission-control/contract/dashboard/schema';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { receiveReports } from '../reports/public.ts';
import { getMembers, getSlices, getTenantsByReport, listDashboardTenants } from './get-statistics.ts';
import { listSddErrors, storeSddErrors, storeStatistics, errorsKeptFrom } from './store-reports.ts';
import { purgeErrors } from './queries.ts';

export const dashboardFeature = {
  routes: [
    handle(calls.listDashboardTenants, (ctx) => listDashboardTenants(ctx)),
    handle(calls.getGenderStatistics, async (ctx, { query }) => ({
      data: await getSlices(ctx, query.tenant, 'gender'),
    })),
    handle(calls.getAgeStatistics, async (ctx, { query }) => ({ data: await getSlices(ctx, query.tenant, 'age') })),
    handle(calls.getMemberStatistics, (ctx, { query }) => getMembers(ctx, query.tenant)),
    handle(calls.listTenantsByReport, (ctx, { query }) => getTenantsByReport(ctx, query.reports)),
    handle(calls.listSddErrors, async (ctx) => ({ data: await listSddErrors(ctx) })),
    receiveReports(reportStatistics, storeStatistics),
    receiveReports(reportSddErrors, storeSddErrors),
  ],
  jobs: (services): JobKind<object>[] => [
    {
      name: 'dashboard.purge-sdd-errors',
      schedule: '37 * * * *',
      run: () => purgeErrors(services.db, errorsKeptFrom(services)),
    },
  ],
} satisfies Feature;
