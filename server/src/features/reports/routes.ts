import { listReportTenants, mintReportToken as mintCall } from '@mission-control/contract/reports/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listReportableTenants, mintReportToken } from './tokens.ts';

export const reportRoutes = [
  handle(mintCall, (ctx, { params }) => mintReportToken(ctx, params.environment)),
  handle(listReportTenants, (ctx) => listReportableTenants(ctx)),
];
