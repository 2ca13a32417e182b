import { listAlertRules, listAlertSubscriptions } from '@mission-control/contract/alerts/calls';
import { listWindows } from '@mission-control/contract/windows/calls';
import { getCompetencyMapping } from '@mission-control/contract/competency/calls';
import { listBoard, listTemplates } from '@mission-control/contract/config/calls';
import { listDatabases } from '@mission-control/contract/databases/calls';
import { getEnvironment, listEnvironments } from '@mission-control/contract/environments/calls';
import { searchMonitors } from '@mission-control/contract/monitors/calls';
import { MONITORS_AT_ONCE } from '@mission-control/contract/monitors/rules';
import { viewAddress } from '@mission-control/contract/views/rules';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, notFound as pageNotFound, redirect } from '@tanstack/react-router';
import { BY_NAME, BY_PERSON, BY_TIME, tableSearch } from '../lib/address/table-search.ts';
import { queryOf, startQueries } from '../lib/api/query.ts';
import { toolSearch } from '../lib/address/tool-search.ts';
import { takeWantedPath } from '../lib/address/wanted-path.ts';
import { lazyPage } from '../lib/lazy-part.ts';
import { databaseSearch } from '../features/databases/database-search.ts';
import { startView } from '../features/views/use-views.ts';
import { rememberedSearch, tenantListSearch } from '../features/tenants/list/list-search.ts';
import { fleetSearch, kindOfPage } from '../features/fleet/fleet-search.ts';
import { cronRoutes } from './cron-routes.ts';
import { frame, requireId, root, signedIn, type RouterContext } from './frame-routes.tsx';
import { HOME_PATH } from './shell/places.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { LandingPage } from './session/landing-page.tsx';
import { tenantRoutes } from './tenant-routes.ts';
import { toolRoutes } from './tool-routes.ts';

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: LandingPage,
  beforeLoad: async ({ context: { session, queryClient } }) => {
    const state = session.state();
    if (state.status === 'success')
      throw redirect({ href: takeWantedPath() ?? (await startPath(queryClient)), replace: true });
    if (state.status === 'idle' && !state.loggedOut) void session.check();
  },
});

/** The user's start page, or the dashboard. */
async function startPath(queryClient: QueryClient): Promise<string> {
  const view = await startView(queryClient);
  return view ? viewAddress(view) : HOME_PATH;
}

const about = createRoute({
  getParentRoute: () => frame,
  path: '/about',
  component: lazyPage(() => import('./about-page.tsx'), 'AboutPage'),
});

const debug = createRoute({
  getParentRoute: () => frame,
  path: '/debug',
  component: lazyPage(() => import('./debug-page.tsx'), 'DebugPage'),
});

/** Without the frame of the console. */
const val = createRoute({
  getParentRoute: () => root,
  path: '/val',
  component: lazyPage(() => import('./val-page.tsx'), 'ValPage'),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyPage(() => import('../features/dashboard/pages/dashboard-page.tsx'), 'DashboardPage'),
});

const tenantList = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant',
  validateSearch: tenantListSearch,
  beforeLoad: ({ search }) => {
    const remembered = rememberedSearch(search);
    if (remembered !== null) throw redirect({ to: '/tenant', search: remembered, replace: true });
  },
  component: lazyPage(() => import('../features/tenants/pages/tenant-list-page.tsx'), 'TenantListPage'),
});

const environments = createRoute({
  getParentRoute: () => signedIn,
  path: '/environment',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listEnvironments, {})),
  validateSearch: tableSearch(BY_NAME),
  component: lazyPage(() => import('../features/environments/pages/environment-list-page.tsx'), 'EnvironmentListPage'),
});

const environment = createRoute({
  getParentRoute: () => signedIn,
  path: '/environment/$id',
  validateSearch: tableSearch(BY_NAME),
  beforeLoad: requireId,
  loader: ({ context, params: { id } }) =>
    startQueries(context.queryClient, queryOf(getEnvironment, { params: { id: Number(id) } })),
  component: lazyPage(() => import('../features/environments/pages/environment-page.tsx'), 'EnvironmentPage'),
});

const monitorList = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor',
  loader: ({ context, location }) =>
    location.searchStr === ''
      ? startQueries(context.queryClient, queryOf(searchMonitors, { query: { from: 0, count: MONITORS_AT_ONCE } }))
      : undefined,
  component: lazyPage(() => import('../features/monitors/pages/monitor-list-page.tsx'), 'MonitorListPage'),
});

const uptime = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor/uptime',
  component: lazyPage(() => import('../features/monitors/pages/uptime-page.tsx'), 'UptimePage'),
});

const statusPages = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor/status-pages',
  component: lazyPage(() => import('../features/monitors/pages/status-pages-page.tsx'), 'StatusPagesPage'),
});

const checksImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor/import',
  component: lazyPage(() => import('../features/monitors/pages/checks-import-page.tsx'), 'ChecksImportPage'),
});

const monitor = createRoute({
  getParentRoute: () => signedIn,
  path: '/monitor/$id',
  beforeLoad: requireId,
  component: lazyPage(() => import('../features/monitors/pages/monitor-page.tsx'), 'MonitorPage'),
});

const databases = createRoute({
  getParentRoute: () => signedIn,
  path: '/database',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listDatabases, { query: {} })),
  validateSearch: databaseSearch,
  component: lazyPage(() => import('../features/databases/pages/database-list-page.tsx'), 'DatabaseListPage'),
});

const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  component: lazyPage(() => import('../features/people/pages/people-page.tsx'), 'PeoplePage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  component: lazyPage(() => import('../features/audit/pages/audit-page.tsx'), 'AuditPage'),
});

const fleetImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/fleet/import',
  validateSearch: toolSearch,
  component: lazyPage(() => import('../features/inventory/pages/import-page.tsx'), 'ImportPage'),
});

const drift = createRoute({
  getParentRoute: () => signedIn,
  path: '/drift',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listBoard, {})),
  component: lazyPage(() => import('../features/config/pages/drift-page.tsx'), 'DriftPage'),
});

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: '/compare',
  component: lazyPage(() => import('../features/config/pages/compare-page.tsx'), 'ComparePage'),
});

const timeline = createRoute({
  getParentRoute: () => signedIn,
  path: '/timeline',
  component: lazyPage(() => import('../features/timeline/pages/timeline-page.tsx'), 'TimelinePage'),
});

const fleetStart = createRoute({
  getParentRoute: () => signedIn,
  path: '/fleet',
  beforeLoad: () => {
    throw redirect({ to: '/fleet/$kind', params: { kind: 'environments' }, replace: true });
  },
});

const templates = createRoute({
  getParentRoute: () => signedIn,
  path: '/fleet/templates',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listTemplates, {})),
  component: lazyPage(() => import('../features/fleet/pages/templates-page.tsx'), 'TemplatesPage'),
});

const fleet = createRoute({
  getParentRoute: () => signedIn,
  path: '/fleet/$kind',
  validateSearch: fleetSearch,
  beforeLoad: ({ params }) => {
    if (kindOfPage(params.kind) === undefined) throw pageNotFound();
  },
  component: lazyPage(() => import('../features/fleet/pages/fleet-page.tsx'), 'FleetPage'),
});

const me = createRoute({
  getParentRoute: () => signedIn,
  path: '/me',
  component: lazyPage(() => import('../features/people/pages/me-page.tsx'), 'MePage'),
});

const alertList = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts',
  component: lazyPage(() => import('../features/alerts/pages/alerts-page.tsx'), 'AlertsPage'),
});

const alertRules = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts/rules',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listAlertRules, {})),
  validateSearch: tableSearch(BY_NAME),
  component: lazyPage(() => import('../features/alerts/pages/rules-page.tsx'), 'RulesPage'),
});

const alertChannels = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts/channels',
  component: lazyPage(() => import('../features/alerts/pages/channels-page.tsx'), 'ChannelsPage'),
});

const alertSubscriptions = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts/subscriptions',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listAlertSubscriptions, {})),
  validateSearch: tableSearch(BY_PERSON),
  component: lazyPage(() => import('../features/alerts/pages/subscriptions-page.tsx'), 'SubscriptionsPage'),
});

const windows = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts/maintenance',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listWindows, {})),
  validateSearch: tableSearch(BY_TIME),
  component: lazyPage(() => import('../features/windows/pages/windows-page.tsx'), 'WindowsPage'),
});

const alert = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts/$id',
  beforeLoad: requireId,
  component: lazyPage(() => import('../features/alerts/pages/alert-page.tsx'), 'AlertPage'),
});

/** Open to everybody who knows the hash. */
const mapping = createRoute({
  getParentRoute: () => frame,
  path: '/competency-mapping/$hash',
  loader: ({ context, params: { hash } }) =>
    startQueries(context.queryClient, queryOf(getCompetencyMapping, { params: { hash } })),
  component: lazyPage(() => import('../features/competency/pages/mapping-page.tsx'), 'MappingPage'),
});

const notFound = createRoute({ getParentRoute: () => frame, path: '$', component: NotFoundPage });

const routeTree = root.addChildren([
  landing,
  val,
  frame.addChildren([
    about,
    debug,
    mapping,
    signedIn.addChildren([
      dashboard,
      monitorList,
      uptime,
      statusPages,
      checksImport,
      monitor,
      ...cronRoutes,
      tenantList,
      tenantRoutes,
      environment,
      environments,
      databases,
      people,
      audit,
      fleetImport,
      compare,
      drift,
      timeline,
      fleetStart,
      templates,
      fleet,
      me,
      alertList,
      alertRules,
      alertChannels,
      alertSubscriptions,
      windows,
      alert,
      ...toolRoutes,
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
  interface StaticDataRouteOption {
    /** The route's name in the documents [SHELL-51..62]. */
    name?: string;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
