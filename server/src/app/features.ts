import { alertFeature } from '../features/alerts/feature.ts';
import { attentionFeature } from '../features/attention/feature.ts';
import { auditFeature } from '../features/audit/feature.ts';
import { authFeature } from '../features/auth/feature.ts';
import { brandingFeature } from '../features/branding/feature.ts';
import { bulkFeature } from '../features/bulk/feature.ts';
import { competencyFeature } from '../features/competency/feature.ts';
import { configFeature } from '../features/config/feature.ts';
import { controlFeature } from '../features/control/feature.ts';
import { cronFeature } from '../features/cron/feature.ts';
import { dashboardFeature } from '../features/dashboard/feature.ts';
import { databaseFeature } from '../features/databases/feature.ts';
import { draftFeature } from '../features/drafts/feature.ts';
import { environmentFeature } from '../features/environments/feature.ts';
import { fleetFeature } from '../features/fleet/feature.ts';
import { helpFeature } from '../features/help/feature.ts';
import { inventoryFeature } from '../features/inventory/feature.ts';
import { leisureFeature } from '../features/leisure/feature.ts';
import { licenceFeature } from '../features/licences/feature.ts';
import { memberFeature } from '../features/members/feature.ts';
import { monitorFeature } from '../features/monitors/feature.ts';
import { presenceFeature } from '../features/presence/feature.ts';
import { releaseFeature } from '../features/releases/feature.ts';
import { reportFeature } from '../features/reports/feature.ts';
import { runFeature } from '../features/runs/feature.ts';
import { searchFeature } from '../features/search/feature.ts';
import { serviceFeature } from '../features/services/feature.ts';
import { soapFeature } from '../features/soap/feature.ts';
import { systemFeature } from '../features/system/feature.ts';
import { tenantFeature } from '../features/tenants/feature.ts';
import { timelineFeature } from '../features/timeline/feature.ts';
import { translationFeature } from '../features/translations/feature.ts';
import { utopiaFeature } from '../features/utopia/feature.ts';
import { viewFeature } from '../features/views/feature.ts';
import { windowFeature } from '../features/windows/feature.ts';
import { getTenantDetail } from '../features/tenants/get-tenant.ts';
import type { Services } from '../platform/context.ts';
import type { AuditRetention } from '../platform/audit/removals.ts';
import type { Feature } from '../platform/feature.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import type { Env } from './settings/env.ts';

const FEATURES: readonly Feature[] = [
  alertFeature,
  attentionFeature,
  auditFeature,
  authFeature,
  brandingFeature,
  bulkFeature,
  competencyFeature,
  configFeature,
  controlFeature,
  cronFeature,
  dashboardFeature,
  databaseFeature,
  draftFeature,
  environmentFeature,
  fleetFeature,
  helpFeature,
  inventoryFeature,
  leisureFeature,
  licenceFeature,
  memberFeature,
  monitorFeature,
  presenceFeature,
  releaseFeature,
  reportFeature,
  runFeature,
  searchFeature,
  serviceFeature(getTenantDetail),
  soapFeature,
  systemFeature,
  tenantFeature,
  timelineFeature,
  translationFeature,
  utopiaFeature,
  viewFeature,
  windowFeature,
];

/** All handlers; the mount checks them against the contract's calls. */
export const featureRoutes = FEATURES.flatMap(({ routes }) => routes);

/** All metrics of the whole installation. */
export const featureMetrics = FEATURES.flatMap(({ metrics = [] }) => metrics);

/** All background jobs. @param auditRetention null: audit events are kept forever */
export function featureJobs(
  services: Services,
  env: Pick<Env, 'RELEASES_KEPT' | 'RUN_OUTPUT_DAYS'>,
  auditRetention: AuditRetention | null = null,
): JobKind<object>[] {
  const limits = { releasesKept: env.RELEASES_KEPT, runOutputDays: env.RUN_OUTPUT_DAYS, auditRetention };
  return FEATURES.flatMap(({ jobs }) => jobs?.(services, limits) ?? []);
}
