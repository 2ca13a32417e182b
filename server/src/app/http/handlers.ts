import { timelineRoutes } from '../../features/timeline/routes.ts';
import { attentionRoutes } from '../../features/attention/routes.ts';
import { alertRoutes } from '../../features/alerts/routes.ts';
import { auditRoutes } from '../../features/audit/routes.ts';
import { authRoutes } from '../../features/auth/routes.ts';
import { brandingRoutes } from '../../features/branding/routes.ts';
import { competencyRoutes } from '../../features/competency/routes.ts';
import { configRoutes } from '../../features/config/routes.ts';
import { cronRoutes } from '../../features/cron/routes.ts';
import { dashboardRoutes } from '../../features/dashboard/routes.ts';
import { databaseRoutes } from '../../features/databases/routes.ts';
import { environmentRoutes } from '../../features/environments/routes.ts';
import { fleetRoutes } from '../../features/fleet/routes.ts';
import { helpRoutes } from '../../features/help/routes.ts';
import { bulkRoutes } from '../../features/bulk/routes.ts';
import { inventoryRoutes } from '../../features/inventory/routes.ts';
import { leisureRoutes } from '../../features/leisure/routes.ts';
import { licenceRoutes } from '../../features/licences/routes.ts';
import { controlRoutes } from '../../features/control/routes.ts';
import { memberRoutes } from '../../features/members/routes.ts';
import { monitorRoutes } from '../../features/monitors/routes.ts';
import { releaseRoutes, seedRoutes } from '../../features/releases/routes.ts';
import { reportRoutes } from '../../features/reports/routes.ts';
import { runRoutes } from '../../features/runs/routes.ts';
import { searchRoutes } from '../../features/search/routes.ts';
import { serviceRoutes } from '../../features/services/routes.ts';
import { soapRoutes } from '../../features/soap/routes.ts';
import { systemRoutes } from '../../features/system/routes.ts';
import { getTenantDetail } from '../../features/tenants/get-tenant.ts';
import { tenantRoutes } from '../../features/tenants/routes.ts';
import { translationRoutes } from '../../features/translations/routes.ts';
import { utopiaRoutes } from '../../features/utopia/routes.ts';
import { draftRoutes } from '../../features/drafts/routes.ts';
import { presenceRoutes } from '../../features/presence/routes.ts';
import { viewRoutes } from '../../features/views/routes.ts';
import { windowRoutes } from '../../features/windows/routes.ts';
import type { Handler } from '../../platform/calls/handler.ts';

/** All handlers; the mount checks them against the contract's calls. */
export const featureRoutes: readonly Handler[] = [
  ...authRoutes,
  ...cronRoutes,
  ...systemRoutes,
  ...tenantRoutes,
  ...attentionRoutes,
  ...timelineRoutes,
  ...environmentRoutes,
  ...fleetRoutes,
  ...releaseRoutes,
  ...reportRoutes,
  ...monitorRoutes,
  ...alertRoutes,
  ...searchRoutes,
  ...controlRoutes,
  ...leisureRoutes,
  ...dashboardRoutes,
  ...databaseRoutes,
  ...serviceRoutes(getTenantDetail),
  ...configRoutes,
  ...runRoutes,
  ...bulkRoutes,
  ...seedRoutes,
  ...translationRoutes,
  ...utopiaRoutes,
  ...brandingRoutes,
  ...licenceRoutes,
  ...competencyRoutes,
  ...memberRoutes,
  ...inventoryRoutes,
  ...soapRoutes,
  ...auditRoutes,
  ...helpRoutes,
  ...viewRoutes,
  ...draftRoutes,
  ...presenceRoutes,
  ...windowRoutes,
];
