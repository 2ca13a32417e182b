import { getSystemReport } from '@mission-control/contract/system/calls';
import { reportSystem } from '@mission-control/contract/system/report';
import { handle } from '../../platform/calls/handler.ts';
import { receiveReports } from '../reports/public.ts';
import { getReportTime } from './get-report-time.ts';
import { storeSystemReports } from './store-system-reports.ts';

export const systemRoutes = [
  handle(getSystemReport, (ctx, { params }) => getReportTime(ctx, params.id)),
  receiveReports(reportSystem, storeSystemReports),
];
