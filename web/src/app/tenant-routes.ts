import { findConfigKind } from '@mission-control/contract/config/kinds';
import { findService } from '@mission-control/contract/catalogue';
import { getTenantCron } from '@mission-control/contract/cron/calls';
import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { listDeletedServices } from '@mission-control/contract/services/calls';
import { getSystemReport } from '@mission-control/contract/system/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { createRoute, notFound as pageNotFound } from '@tanstack/react-router';
import { tenantDetailSearch } from '../features/tenants/list/list-search.ts';
import { queryOf, startQueries } from '../lib/api/query.ts';
import { lazyPage } from '../lib/lazy-part.ts';
import { isId, signedIn } from './frame-routes.tsx';

/** Parameters of the calls about the tenant of an address. */
const idOf = ({ id }: { id: string }) => ({ params: { id: Number(id) } });

/** Parent of every tenant page; shows none if the tenant does not exist. */
const tenantGate = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant/$id',
  loader: ({ context: { queryClient }, params }) => {
    if (isId(params.id)) startQueries(queryClient, queryOf(getTenant, idOf(params)));
  },
  component: lazyPage(() => import('../features/tenants/pages/tenant-gate.tsx'), 'TenantGate'),
});

/** Header and tabs around the pages of a tenant that have no frame of their own. */
const tenantPage = createRoute({
  getParentRoute: () => tenantGate,
  id: 'page',
  component: lazyPage(() => import('../features/tenants/pages/tenant-page.tsx'), 'TenantPage'),
});

const tenantServices = createRoute({
  getParentRoute: () => tenantPage,
  path: '/',
  staticData: { name: 'tenant' },
  validateSearch: tenantDetailSearch,
  loader: ({ context: { queryClient }, params }) => {
    if (isId(params.id))
      startQueries(queryClient, queryOf(listEnvironmentsFast, {}), queryOf(listDeletedServices, idOf(params)));
  },
  component: lazyPage(() => import('./tenant-tab.tsx'), 'TenantTab'),
});

const tenantRelations = createRoute({
  getParentRoute: () => tenantPage,
  path: '/relations',
  component: lazyPage(() => import('../features/relations/pages/relations-page.tsx'), 'RelationsPage'),
});

const tenantTimeline = createRoute({
  getParentRoute: () => tenantPage,
  path: '/timeline',
  component: lazyPage(() => import('../features/timeline/pages/timeline-page.tsx'), 'TenantTimeline'),
});

const soapSandbox = createRoute({
  getParentRoute: () => tenantPage,
  path: '/sandbox',
  component: lazyPage(() => import('../features/soap/pages/soap-page.tsx'), 'SoapPage'),
});

const leisureHub = createRoute({
  getParentRoute: () => tenantPage,
  path: '/leisurehub',
  // A numeric basket stays a number, so that the address stays as it is.
  validateSearch: ({ basket_id: basket }: Record<string, unknown>): { basket_id?: string | number } =>
    typeof basket === 'string' || typeof basket === 'number' ? { basket_id: basket } : {},
  component: lazyPage(() => import('../features/leisure/pages/leisure-page.tsx'), 'LeisurePage'),
});

/** The editors of the seven configs; the portals have none (C-010). */
const config = createRoute({
  getParentRoute: () => tenantGate,
  path: '/$kind/config',
  beforeLoad: ({ params }) => {
    if (!findConfigKind(params.kind)) throw pageNotFound();
  },
  component: lazyPage(() => import('../features/config/pages/config-page.tsx'), 'ConfigPage'),
});

const branding = createRoute({
  getParentRoute: () => tenantGate,
  path: '/homeportal2/branding',
  component: lazyPage(() => import('../features/branding/pages/branding-page.tsx'), 'BrandingPage'),
});

const tenantCron = createRoute({
  getParentRoute: () => tenantGate,
  path: '/cron',
  staticData: { name: 'tenantcron' },
  loader: ({ context: { queryClient }, params }) => {
    if (isId(params.id)) startQueries(queryClient, queryOf(getTenantCron, idOf(params)));
  },
  component: lazyPage(() => import('../features/cron/pages/tenant-cron-page.tsx'), 'TenantCronPage'),
});

const courseproSystem = createRoute({
  getParentRoute: () => tenantGate,
  path: '/coursepro/system',
  staticData: { name: 'courseprosystem' },
  loader: ({ context: { queryClient }, params }) => {
    if (isId(params.id)) startQueries(queryClient, queryOf(getSystemReport, idOf(params)));
  },
  component: lazyPage(() => import('../features/system/pages/system-page.tsx'), 'SystemPage'),
});

/** Domains and environments of a service. Segments that are not a service do not match, so that other pages can be added (C-003). */
const service = createRoute({
  getParentRoute: () => tenantGate,
  path: '/$service',
  params: { parse: (params) => (findService(params.service) ? params : false) },
  component: lazyPage(() => import('../features/services/pages/service-page.tsx'), 'ServicePage'),
});

/** All pages of one tenant. */
export const tenantRoutes = tenantGate.addChildren([
  tenantPage.addChildren([tenantServices, tenantRelations, tenantTimeline, soapSandbox, leisureHub]),
  config,
  branding,
  tenantCron,
  courseproSystem,
  service,
]);
