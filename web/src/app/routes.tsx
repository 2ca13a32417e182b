import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound as pageNotFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import { findService } from '@mission-control/contract/services/catalogue';
import { takeWantedPath } from '../lib/wanted-path.ts';
import { brandingSearch } from '../features/branding/branding-search.ts';
import { databaseSearch } from '../features/databases/database-search.ts';
import { dashboardSearch } from '../features/dashboard/dashboard-search.ts';
import { environmentSearch } from '../features/environments/environment-search.ts';
import { monitorListSearch, monitorSearch } from '../features/monitors/monitor-search.ts';
import { releaseSearch } from '../features/releases/release-search.ts';
import { runSearch } from '../features/runs/run-search.ts';
import { tenantDetailSearch } from '../features/tenants/detail-search.ts';
import { rememberedSearch, tenantListSearch } from '../features/tenants/list-search.ts';
import { utopiaSearch } from '../features/utopia/utopia-search.ts';
import { AppFrame } from './app-frame.tsx';
import { HOME_PATH } from './home-path.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { requireSignIn } from './session/guard.ts';
import { LandingPage } from './session/landing-page.tsx';
import type { Session } from './session/session.ts';

interface RouterContext {
  session: Session;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });
/** Bar, drawer and footer around a page. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: AppFrame });
/** Everything below needs a sign-in [SHELL-09]. */
const signedIn = createRoute({ getParentRoute: () => frame, id: 'signed-in', beforeLoad: requireSignIn });

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: LandingPage,
  beforeLoad: ({ context: { session } }) => {
    const state = session.state();
    if (state.status === 'success') throw redirect({ href: takeWantedPath() ?? HOME_PATH, replace: true });
    if (state.status === 'idle' && !state.loggedOut) void session.check();
  },
});

const about = createRoute({
  getParentRoute: () => frame,
  path: '/about',
  component: lazyRouteComponent(() => import('./about-page.tsx'), 'AboutPage'),
});

const debug = createRoute({
  getParentRoute: () => frame,
  path: '/debug',
  component: lazyRouteComponent(() => import('./debug-page.tsx'), 'DebugPage'),
});

/** Bare: nothing of the console around it. */
const val = createRoute({
  getParentRoute: () => root,
  path: '/val',
  component: lazyRouteComponent(() => import('./val-page.tsx'), 'ValPage'),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../features/dashboard/pages/dashboard-page.tsx'), 'DashboardPage'),
});

const tenantList = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant',
  validateSearch: tenantListSearch,
  beforeLoad: ({ search }) => {
    const remembered = rememberedSearch(search);
    if (remembered !== null) throw redirect({ to: '/tenant', search: remembered, replace: true });
  },
  component: lazyRouteComponent(() => import('../features/tenants/pages/tenant-list-page.tsx'), 'TenantListPage'),
});

const environments = createRoute({
  getParentRoute: () => signedIn,
  path: '/environment',
  validateSearch: environmentSearch,
  component: lazyRouteComponent(
    () => import('../features/environments/pages/environment-list-page.tsx'),
    'EnvironmentListPage',
  ),
});

const cron = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron',
  component: lazyRouteComponent(() => import('../features/cron/pages/cron-page.tsx'), 'CronPage'),
});

const monitorList = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor',
  validateSearch: monitorListSearch,
  component: lazyRouteComponent(() => import('../features/monitors/pages/monitor-list-page.tsx'), 'MonitorListPage'),
});

const monitor = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor/$id',
  validateSearch: monitorSearch,
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,9}$/.test(params.id)) throw pageNotFound();
  },
  component: lazyRouteComponent(() => import('../features/monitors/pages/monitor-page.tsx'), 'MonitorPage'),
});

const databases = createRoute({
  getParentRoute: () => signedIn,
  path: '/database',
  validateSearch: databaseSearch,
  component: lazyRouteComponent(() => import('../features/databases/pages/database-list-page.tsx'), 'DatabaseListPage'),
});

const tools = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools',
  component: lazyRouteComponent(() => import('./tools/tools-page.tsx'), 'ToolsPage'),
});

/** The route `tools-regenerate-brandings` of the documents. */
const regenerateBrandings = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/regenerate-brandings',
  component: lazyRouteComponent(() => import('../features/branding/pages/regenerate-page.tsx'), 'RegeneratePage'),
});

/** The route `tools-create-release` of the documents. */
const createRelease = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/create-release',
  validateSearch: releaseSearch,
  component: lazyRouteComponent(
    () => import('../features/releases/pages/create-release-page.tsx'),
    'CreateReleasePage',
  ),
});

/** The route `tools-deploy-release` of the documents. */
const deployRelease = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/deploy-release',
  validateSearch: releaseSearch,
  component: lazyRouteComponent(
    () => import('../features/releases/pages/deploy-release-page.tsx'),
    'DeployReleasePage',
  ),
});

/** The route `tools-seed-tenant` of the documents. */
const seedTenant = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/seed-tenant',
  component: lazyRouteComponent(() => import('../features/releases/pages/seed-tenant-page.tsx'), 'SeedTenantPage'),
});

/** The route `tools-upload-translations` of the documents. */
const uploadTranslations = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/upload-translations',
  component: lazyRouteComponent(
    () => import('../features/translations/pages/upload-translations-page.tsx'),
    'UploadTranslationsPage',
  ),
});

/** The route `tools-utopia` of the documents. */
const utopia = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/utopia',
  validateSearch: utopiaSearch,
  component: lazyRouteComponent(() => import('../features/utopia/pages/utopia-page.tsx'), 'UtopiaPage'),
});

/** The route `toolslicence` of the documents. */
const licence = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/licence',
  component: lazyRouteComponent(() => import('../features/licences/pages/licence-page.tsx'), 'LicencePage'),
});

const runList = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('../features/runs/pages/run-list-page.tsx'), 'RunListPage'),
});

const run = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs/$id',
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) throw pageNotFound();
  },
  component: lazyRouteComponent(() => import('../features/runs/pages/run-page.tsx'), 'RunPage'),
});

/** Every page of a tenant: none without a tenant. */
const tenantGate = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant/$id',
  component: lazyRouteComponent(() => import('../features/tenants/pages/tenant-gate.tsx'), 'TenantGate'),
});

/** Header and tabs around the pages of a tenant that have no frame of their own. */
const tenantPage = createRoute({
  getParentRoute: () => tenantGate,
  id: 'page',
  component: lazyRouteComponent(() => import('../features/tenants/pages/tenant-page.tsx'), 'TenantPage'),
});

const tenantServices = createRoute({
  getParentRoute: () => tenantPage,
  path: '/',
  validateSearch: tenantDetailSearch,
  component: lazyRouteComponent(() => import('./tenant-tab.tsx'), 'TenantTab'),
});

const tenantRelations = createRoute({
  getParentRoute: () => tenantPage,
  path: '/relations',
  component: lazyRouteComponent(() => import('../features/relations/pages/relations-page.tsx'), 'RelationsPage'),
});

/** The editors of the seven configs; the portals have none (C-010). */
const config = createRoute({
  getParentRoute: () => tenantGate,
  path: '/$kind/config',
  beforeLoad: ({ params }) => {
    if (!findConfigKind(params.kind)) throw pageNotFound();
  },
  component: lazyRouteComponent(() => import('../features/config/pages/config-page.tsx'), 'ConfigPage'),
});

const branding = createRoute({
  getParentRoute: () => tenantGate,
  path: '/homeportal2/branding',
  validateSearch: brandingSearch,
  component: lazyRouteComponent(() => import('../features/branding/pages/branding-page.tsx'), 'BrandingPage'),
});

/** The route `tenantcron` of the documents. */
const tenantCron = createRoute({
  getParentRoute: () => tenantGate,
  path: '/cron',
  component: lazyRouteComponent(() => import('../features/cron/pages/tenant-cron-page.tsx'), 'TenantCronPage'),
});

/** The route `courseprosystem` of the documents. */
const courseproSystem = createRoute({
  getParentRoute: () => tenantGate,
  path: '/coursepro/system',
  component: lazyRouteComponent(() => import('../features/system/pages/system-page.tsx'), 'SystemPage'),
});

/** Domains and environments of a service; any other word is no page, so that later ones can stand beside it (C-003). */
const service = createRoute({
  getParentRoute: () => tenantGate,
  path: '/$service',
  params: { parse: (params) => (findService(params.service) ? params : false) },
  component: lazyRouteComponent(() => import('../features/services/pages/service-page.tsx'), 'ServicePage'),
});

const tenant = tenantGate.addChildren([
  tenantPage.addChildren([tenantServices, tenantRelations]),
  config,
  branding,
  tenantCron,
  courseproSystem,
  service,
]);

const notFound = createRoute({ getParentRoute: () => frame, path: '$', component: NotFoundPage });

const routeTree = root.addChildren([
  landing,
  val,
  frame.addChildren([
    about,
    debug,
    signedIn.addChildren([
      dashboard,
      monitorList,
      monitor,
      cron,
      tenantList,
      tenant,
      environments,
      databases,
      tools,
      createRelease,
      deployRelease,
      seedTenant,
      uploadTranslations,
      utopia,
      runList,
      run,
      regenerateBrandings,
      licence,
    ]),
    notFound,
  ]),
]);

/** The router of the console. */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
