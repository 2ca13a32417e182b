import { listCompetencyMappings } from '@mission-control/contract/competency/calls';
import { getGuide } from '@mission-control/contract/help/calls';
import { listUtopia } from '@mission-control/contract/utopia/calls';
import { createRoute } from '@tanstack/react-router';
import { LATEST_FIRST, tableSearch, wholeNumber } from '../lib/address/table-search.ts';
import { toolSearch } from '../lib/address/tool-search.ts';
import { queryOf, startQueries } from '../lib/api/query.ts';
import { lazyPage } from '../lib/lazy-part.ts';
import { requireId, signedIn } from './frame-routes.tsx';

const tools = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools',
  component: lazyPage(() => import('./tools/tools-page.tsx'), 'ToolsPage'),
});

const createRelease = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/create-release',
  staticData: { name: 'tools-create-release' },
  component: lazyPage(() => import('../features/releases/pages/create-release-page.tsx'), 'CreateReleasePage'),
});

const deployRelease = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/deploy-release',
  staticData: { name: 'tools-deploy-release' },
  component: lazyPage(() => import('../features/releases/pages/deploy-release-page.tsx'), 'DeployReleasePage'),
});

const seedTenant = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/seed-tenant',
  staticData: { name: 'tools-seed-tenant' },
  validateSearch: toolSearch,
  component: lazyPage(() => import('../features/releases/pages/seed-tenant-page.tsx'), 'SeedTenantPage'),
});

const uploadTranslations = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/upload-translations',
  staticData: { name: 'tools-upload-translations' },
  validateSearch: toolSearch,
  component: lazyPage(
    () => import('../features/translations/pages/upload-translations-page.tsx'),
    'UploadTranslationsPage',
  ),
});

const utopia = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/utopia',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listUtopia, {})),
  staticData: { name: 'tools-utopia' },
  component: lazyPage(() => import('../features/utopia/pages/utopia-page.tsx'), 'UtopiaPage'),
});

const regenerateBrandings = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/regenerate-brandings',
  staticData: { name: 'tools-regenerate-brandings' },
  component: lazyPage(() => import('../features/branding/pages/regenerate-page.tsx'), 'RegeneratePage'),
});

const licence = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/licence',
  staticData: { name: 'toolslicence' },
  component: lazyPage(() => import('../features/licences/pages/licence-page.tsx'), 'LicencePage'),
});

const importer = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/importer',
  staticData: { name: 'toolsimporter' },
  component: lazyPage(() => import('../features/members/pages/importer-page.tsx'), 'ImporterPage'),
});

const mapper = createRoute({
  getParentRoute: () => signedIn,
  path: '/tools/mapper',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listCompetencyMappings, {})),
  staticData: { name: 'toolsmapper' },
  validateSearch: tableSearch(LATEST_FIRST),
  component: lazyPage(() => import('../features/competency/pages/mapping-list-page.tsx'), 'MappingListPage'),
});

/** The guide, inside the console's frame. */
const help = createRoute({
  getParentRoute: () => signedIn,
  path: '/help',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(getGuide, {})),
  component: lazyPage(() => import('../features/help/pages/guide-page.tsx'), 'GuidePage'),
});

const bulkList = createRoute({
  getParentRoute: () => signedIn,
  path: '/bulk',
  validateSearch: (search: Record<string, unknown>): { before?: number } => {
    const before = wholeNumber(search.before);
    return before > 0 ? { before } : {};
  },
  component: lazyPage(() => import('../features/bulk/pages/bulk-list-page.tsx'), 'BulkListPage'),
});

const newBulk = createRoute({
  getParentRoute: () => signedIn,
  path: '/bulk/new',
  component: lazyPage(() => import('../features/bulk/pages/new-bulk-page.tsx'), 'NewBulkPage'),
});

const bulk = createRoute({
  getParentRoute: () => signedIn,
  path: '/bulk/$id',
  beforeLoad: requireId,
  component: lazyPage(() => import('../features/bulk/pages/bulk-page.tsx'), 'BulkPage'),
});

const runList = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs',
  component: lazyPage(() => import('../features/runs/pages/run-list-page.tsx'), 'RunListPage'),
});

const run = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs/$id',
  beforeLoad: requireId,
  component: lazyPage(() => import('../features/runs/pages/run-page.tsx'), 'RunPage'),
});

/** The tools, each with the card on the index, and their runs. */
export const toolRoutes = [
  tools,
  createRelease,
  deployRelease,
  seedTenant,
  uploadTranslations,
  utopia,
  regenerateBrandings,
  licence,
  importer,
  mapper,
  help,
  bulkList,
  newBulk,
  bulk,
  runList,
  run,
] as const;
