import { reportSystem } from '@mission-control/contract/system/report';
import { receiveReports } from '../reports/public.ts';
import { storeSystemReports } from './store-system-reports.ts';

export const systemRoutes = [receiveReports(reportSystem, storeSystemReports)];
