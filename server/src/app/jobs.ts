import { attentionJobs } from '../features/attention/jobs.ts';
import { cronJobs } from '../features/cron/jobs.ts';
import { alertJobs } from '../features/alerts/jobs.ts';
import { auditJobs, type AuditRetention } from '../features/audit/jobs.ts';
import { bulkJobs } from '../features/bulk/jobs.ts';
import { authJobs } from '../features/auth/jobs.ts';
import { configJobs } from '../features/config/jobs.ts';
import { draftJobs } from '../features/drafts/jobs.ts';
import { releaseJobs } from '../features/releases/jobs.ts';
import { reportJobs } from '../features/reports/jobs.ts';
import { dashboardJobs } from '../features/dashboard/jobs.ts';
import { databaseJobs } from '../features/databases/jobs.ts';
import { runJobs } from '../features/runs/jobs.ts';
import { monitorJobs } from '../features/monitors/jobs.ts';
import { serviceJobs } from '../features/services/jobs.ts';
import { windowJobs } from '../features/windows/jobs.ts';
import { tenantJobs } from '../features/tenants/jobs.ts';
import { controlJobs } from '../features/control/jobs.ts';
import type { Services } from '../platform/context.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import type { Env } from './settings/env.ts';

/** All background jobs. @param keep retention limits @param audit null: its events are kept for ever */
export function featureJobs(
  services: Services,
  keep: Pick<Env, 'RELEASES_KEPT' | 'RUN_OUTPUT_DAYS'>,
  audit: AuditRetention | null = null,
): JobKind<object>[] {
  return [
    ...attentionJobs(services),
    ...cronJobs(services),
    ...alertJobs(services),
    ...auditJobs(services, audit),
    ...authJobs(services),
    ...bulkJobs(services),
    ...configJobs(services),
    ...dashboardJobs(services),
    ...databaseJobs(services),
    ...controlJobs(services),
    ...draftJobs(services),
    ...releaseJobs(services, keep.RELEASES_KEPT),
    ...reportJobs(services),
    ...runJobs(services, keep.RUN_OUTPUT_DAYS),
    ...monitorJobs(services),
    ...serviceJobs(services),
    ...tenantJobs(services),
    ...windowJobs(services),
  ];
}
