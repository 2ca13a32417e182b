import { listReportTenants, mintReportToken as mintCall } from '@mission-control/contract/reports/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { listReportableTenants, mintReportToken } from './tokens.ts';
import { purgeReceipts } from './queries.ts';

/** How long repeated reports are recognised. */
const REPEATABLE_MS = 7 * DAY_MS;

export const reportFeature = {
  routes: [
    handle(mintCall, (ctx, { params }) => mintReportToken(ctx, params.environment)),
    handle(listReportTenants, (ctx) => listReportableTenants(ctx)),
  ],
  jobs: ({ db, clock }): JobKind<object>[] => [
    {
      name: 'reports.purge',
      schedule: '23 * * * *',
      run: () => purgeReceipts(db, new Date(clock.now().getTime() - REPEATABLE_MS)),
    },
  ],
} satisfies Feature;
