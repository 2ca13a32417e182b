import { authJobs } from '../features/auth/jobs.ts';
import { configJobs } from '../features/config/jobs.ts';
import { releaseJobs } from '../features/releases/jobs.ts';
import { reportJobs } from '../features/reports/jobs.ts';
import { dashboardJobs } from '../features/dashboard/jobs.ts';
import { databaseJobs } from '../features/databases/jobs.ts';
import { monitorJobs } from '../features/monitors/jobs.ts';
import { serviceJobs } from '../features/services/jobs.ts';
import { tenantJobs } from '../features/tenants/jobs.ts';
import { logLevelJobs } from '../features/log-level/jobs.ts';
import type { Services } from '../platform/context.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';

/** The background work of all features. */
export function featureJobs(services: Services): JobKind<object>[] {
  return [
    ...authJobs(services),
    ...configJobs(services),
    ...dashboardJobs(services),
    ...databaseJobs(services),
    ...logLevelJobs(services),
    ...releaseJobs(services),
    ...reportJobs(services),
    ...monitorJobs(services),
    ...serviceJobs(services),
    ...tenantJobs(services),
  ];
}
