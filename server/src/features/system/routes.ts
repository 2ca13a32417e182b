import { getSystemReport, reportSystem } from '@mission-control/contract/system/calls';
import { handle } from '../../platform/calls/handler.ts';
import { receiveReports } from '../reports/public.ts';
import { getReportTime, storeSystemReports } from './store-system-reports.ts';

export const systemRoutes = [
  handle(getSystemReport, (ctx, { params }) => getReportTime(ctx, params.id)),
  receiveReports(reportSystem, storeSystemReports),
];
