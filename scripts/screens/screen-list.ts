import type { TenantRow } from '@mission-control/contract/tenants/schema';
import type { Operator } from '../../e2e/support/operator.ts';

/** Treatment of a screen's calls: answered, answered to a viewer, held, failed, or answered without rows. */
export type ScreenState = 'full' | 'viewer' | 'loading' | 'error' | 'empty';

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** The API paths it reads, which are held, failed or emptied. */
  readonly reads?: RegExp;
  readonly states: readonly ScreenState[];
  /** Shown without a sign-in. */
  readonly signedOut?: boolean;
  /** A public page shown to a signed-in user. */
  readonly fromInside?: boolean;
}

const ALL = ['full', 'loading', 'error', 'empty'] as const;
const ROWLESS = ['full', 'loading', 'error'] as const;
const FULL = ['full'] as const;

/** Every page of the browser (screens.test.ts): for its pictures, and to test its content security policy. */
export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/auth/login', states: FULL, signedOut: true },
  { name: 'landing', path: '/', states: FULL, signedOut: true },
  { name: 'dashboard', path: '/dashboard', reads: /^\/api\/dashboard\//, states: ALL },
  { name: 'tenants', path: '/tenant', reads: /^\/api\/tenant$/, states: ALL },
  { name: 'tenants-filter', path: '/tenant?panel=filter', states: FULL },
  { name: 'tenants-attention', path: '/tenant?attention=any', states: FULL },
  { name: 'tenants-none', path: '/tenant?q=nothing-has-this-name', states: FULL },
  { name: 'tenants-add', path: '/tenant?dialog=add', states: FULL },
  { name: 'tenants-deleted', path: '/tenant?view=deleted', reads: /^\/api\/tenant\/deleted$/, states: ALL },
  { name: 'tenant', path: '/tenant/1', reads: /^\/api\/tenant\/1$/, states: ROWLESS },
  { name: 'tenant-changes', path: '/tenant/1?tab=changes', reads: /^\/api\/tenant\/1\/changes$/, states: ALL },
  { name: 'tenant-unknown', path: '/tenant/999999', states: FULL },
  { name: 'tenant-inactive', path: '/tenant/{inactive}', states: FULL },
  { name: 'tenant-new', path: '/tenant/{new}', states: FULL },
  { name: 'relations-none', path: '/tenant/{new}/relations', states: FULL },
  { name: 'relations', path: '/tenant/1/relations', reads: /^\/api\/tenant\/(1|select)$/, states: ROWLESS },
  { name: 'tenant-timeline', path: '/tenant/1/timeline', reads: /^\/api\/timeline/, states: ALL },
  { name: 'soap', path: '/tenant/1/sandbox', reads: /^\/api\/soap/, states: ROWLESS },
  { name: 'soap-method', path: '/tenant/1/sandbox?method=BookPlaces', reads: /^\/api\/soap\//, states: ROWLESS },
  { name: 'leisure', path: '/tenant/1/leisurehub', states: FULL },
  { name: 'config', path: '/tenant/1/coursepro/config', reads: /^\/api\/tenant\/1\/coursepro$/, states: ROWLESS },
  {
    name: 'compare',
    path: '/compare?service=coursepro&tenants=%221,2%22&show=all',
    reads: /^\/api\/compare$/,
    states: ROWLESS,
  },
  { name: 'config-insight', path: '/tenant/1/insight/config', states: FULL },
  {
    name: 'branding',
    path: '/tenant/1/homeportal2/branding',
    reads: /^\/api\/(tenant\/1\/homeportal2\/branding|repos\/branches)$/,
    states: ROWLESS,
  },
  { name: 'branding-email', path: '/tenant/1/homeportal2/branding?tab=email', states: FULL },
  { name: 'tenant-cron', path: '/tenant/1/cron', reads: /^\/api\/tenant\/1\/cron$/, states: ALL },
  { name: 'system', path: '/tenant/1/coursepro/system', reads: /^\/api\/tenant\/1(\/system)?$/, states: ROWLESS },
  { name: 'service', path: '/tenant/1/coursepro', reads: /^\/api\/tenant\/1$/, states: ROWLESS },
  { name: 'service-portal', path: '/tenant/1/homeportal2', states: FULL },
  { name: 'alerts', path: '/alerts', reads: /^\/api\/alert$/, states: ALL },
  { name: 'alert-rules', path: '/alerts/rules', reads: /^\/api\/alert-rule$/, states: ALL },
  { name: 'alert-channels', path: '/alerts/channels', reads: /^\/api\/alert-channel$/, states: ALL },
  {
    name: 'alert-subscriptions',
    path: '/alerts/subscriptions',
    reads: /^\/api\/alert-subscription$/,
    states: ALL,
  },
  { name: 'alert-unknown', path: '/alerts/999999', states: FULL },
  { name: 'bulk', path: '/bulk', reads: /^\/api\/bulk$/, states: ALL },
  { name: 'bulk-new', path: '/bulk/new', states: FULL },
  { name: 'bulk-change', path: '/bulk/{bulk}', reads: /^\/api\/bulk\//, states: ROWLESS },
  { name: 'bulk-unknown', path: '/bulk/999999', states: FULL },
  { name: 'drift', path: '/drift', reads: /^\/api\/drift\/board$/, states: ROWLESS },
  { name: 'drift-differences', path: '/drift?view=differences', states: FULL },
  { name: 'drift-servers', path: '/drift?view=servers', reads: /^\/api\/drift$/, states: ALL },
  { name: 'timeline', path: '/timeline', reads: /^\/api\/timeline/, states: ALL },
  { name: 'windows', path: '/alerts/maintenance', reads: /^\/api\/window$/, states: ALL },
  { name: 'environments', path: '/environment', reads: /^\/api\/environment$/, states: ALL },
  { name: 'environment', path: '/environment/1', reads: /^\/api\/environment\/1$/, states: ROWLESS },
  { name: 'environment-unknown', path: '/environment/999999', states: FULL },
  { name: 'fleet', path: '/fleet/environments', reads: /^\/api\/fleet\/environment$/, states: ALL },
  { name: 'fleet-form', path: '/fleet/environments?thing=1', states: FULL },
  { name: 'fleet-keys', path: '/fleet/config-keys', reads: /^\/api\/fleet\/config_key$/, states: ALL },
  { name: 'fleet-regions', path: '/fleet/regions', states: FULL },
  { name: 'fleet-accounts', path: '/fleet/accounts', states: FULL },
  { name: 'fleet-certificates', path: '/fleet/certificates', states: FULL },
  { name: 'fleet-hosts', path: '/fleet/database-hosts', states: FULL },
  { name: 'fleet-import', path: '/fleet/import', states: FULL },
  { name: 'templates', path: '/fleet/templates', reads: /^\/api\/keys$/, states: ROWLESS },
  { name: 'databases', path: '/database', reads: /^\/api\/database$/, states: ALL },
  { name: 'monitors', path: '/monitor', reads: /^\/api\/monitor\/search$/, states: ALL },
  { name: 'monitor', path: '/monitor/1', reads: /^\/api\/monitor\/1$/, states: ROWLESS },
  { name: 'checks-import', path: '/monitor/import', states: FULL },
  { name: 'uptime', path: '/monitor/uptime', reads: /^\/api\/uptime$/, states: ALL },
  {
    name: 'uptime-tenant',
    path: '/monitor/uptime?tenant=1',
    reads: /^\/api\/tenant\/1\/uptime$/,
    states: ROWLESS,
  },
  { name: 'status-pages', path: '/monitor/status-pages', reads: /^\/api\/status-page$/, states: ALL },
  { name: 'cron', path: '/cron', reads: /^\/api\/tenant\/cron$/, states: ALL },
  { name: 'cron-board', path: '/cron/board', reads: /^\/api\/cron\/trouble$/, states: ALL },
  { name: 'cron-overlap', path: '/cron/overlap', reads: /^\/api\/cron\/overlap$/, states: ALL },
  { name: 'cron-logs', path: '/cron/logs?q=the', reads: /^\/api\/cron\/log$/, states: ALL },
  { name: 'tools', path: '/tools', states: FULL },
  {
    name: 'create-release',
    path: '/tools/create-release?app=coursepro',
    reads: /^\/api\/(repos|environment\/|release)/,
    states: ALL,
  },
  {
    name: 'deploy-release',
    path: '/tools/deploy-release?app=coursepro',
    reads: /^\/api\/(repos|environment\/|release)/,
    states: ALL,
  },
  { name: 'seed-tenant', path: '/tools/seed-tenant', reads: /^\/api\/(release|tenant)/, states: ROWLESS },
  // Reads nothing until something is chosen.
  { name: 'upload-translations', path: '/tools/upload-translations', states: FULL },
  { name: 'utopia', path: '/tools/utopia', reads: /^\/api\/utopia/, states: ALL },
  { name: 'regenerate', path: '/tools/regenerate-brandings', reads: /^\/api\/(tenant|repos)/, states: ALL },
  { name: 'licence', path: '/tools/licence', states: FULL },
  { name: 'importer', path: '/tools/importer', states: FULL },
  { name: 'mapper', path: '/tools/mapper', reads: /^\/api\/competency-mapping$/, states: ALL },
  {
    name: 'mapping',
    path: '/competency-mapping/{hash}',
    reads: /^\/api\/competency-mapping\//,
    states: ROWLESS,
    signedOut: true,
  },
  { name: 'mapping-inside', path: '/competency-mapping/{hash}', states: FULL, fromInside: true },
  { name: 'mapping-unknown', path: '/competency-mapping/0', states: FULL, signedOut: true },
  { name: 'audit', path: '/audit', reads: /^\/api\/audit$/, states: ALL },
  { name: 'people', path: '/people', reads: /^\/api\/people$/, states: ROWLESS },
  { name: 'person', path: '/people?person=1', states: FULL },
  { name: 'me', path: '/me', reads: /^\/api\/me/, states: ROWLESS },
  { name: 'help', path: '/help', reads: /^\/api\/guide$/, states: ROWLESS },
  { name: 'runs', path: '/runs', reads: /^\/api\/run$/, states: ALL },
  { name: 'run', path: '/runs/1', reads: /^\/api\/run\/1$/, states: ROWLESS },
  { name: 'run-unknown', path: '/runs/999999', states: FULL },
  { name: 'about', path: '/about', states: FULL, fromInside: true },
  { name: 'about-outside', path: '/about', states: FULL, signedOut: true },
  { name: 'debug', path: '/debug', states: FULL, fromInside: true },
  { name: 'debug-outside', path: '/debug', states: FULL, signedOut: true },
  { name: 'not-found', path: '/no-such-page', states: FULL, fromInside: true },
  { name: 'not-found-outside', path: '/no-such-page', states: FULL, signedOut: true },
  { name: 'val', path: '/val', states: FULL, signedOut: true },
];

/** All screens, for the tenant with the most data. */
export async function findScreens(operator: Operator): Promise<readonly Screen[]> {
  const found = await addToFleet(operator);
  return SCREENS.map((screen) => ({
    ...screen,
    path: screen.path.replace(/\{(\w+)\}/, (_, name: string) => found[name] ?? ''),
    states: screen.signedOut ? screen.states : [...screen.states, 'viewer'],
  }));
}

/**
 * Adds data missing from the initial fleet: a deleted tenant, a new one, relations, a run, a mapping and a bulk change, which only
 * validates. Returns the values of the placeholders in the paths of screens.
 */
async function addToFleet(operator: Operator): Promise<Readonly<Record<string, string>>> {
  const { body } = await operator.call('GET', '/api/tenant');
  const { tenants } = body as { tenants: TenantRow[] };
  const [from, to] = tenants.filter((tenant) => tenant.cpweb_name !== null && tenant.tenant_status === '1');
  const last = tenants.at(-3);
  if (!from || !to || !last) throw new Error('The fleet has too few tenants.');
  await operator.call('DELETE', `/api/tenant/${last._id}`);
  const others = tenants.filter(({ _id }) => _id !== 1 && _id !== last._id).slice(0, 3);
  const relations = others.map(({ _id }, place) => ({ tenant_right: _id, type: place === 0 ? 2 : 1 }));
  await operator.call('PATCH', '/api/tenant/1', { relations });
  await operator.call('POST', '/api/release/seed', { tenant: from.tenant_name });
  const added = await operator.call('PUT', '/api/tenant/', { tenant: 'Quayside Swim School', region: 1, account: 1 });
  const mapping = await operator.call('PUT', '/api/competency-mapping/', { from: from._id, to: to._id });
  const bulk = await operator.call('POST', '/api/bulk', {
    key: crypto.randomUUID(),
    action: { kind: 'validate', config: 'coursepro' },
    tenants: [from, to].map(({ _id: id }) => ({ id })),
  });
  return {
    bulk: String((bulk.body as { bulk: { id: number } }).bulk.id),
    hash: /[0-9a-f]{64}/.exec(JSON.stringify(mapping.body))?.[0] ?? '',
    new: String((added.body as { id: number }).id),
    inactive: String(tenants.find((one) => one.tenant_status === '0' && one.coursepro_tenant)?._id ?? 1),
  };
}
