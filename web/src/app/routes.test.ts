import { calls } from '@mission-control/contract/calls';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wantedPath } from '../lib/address/wanted-path.ts';
import { startFakeServer } from '../lib/testing/fake-server.ts';
import { createAppRouter } from './routes.tsx';
import type { Session } from './session/session.ts';
import type { SessionState } from './session/session-machine.ts';

/** A documented address, and the route that must serve it. */
interface Row {
  row: string;
  address: string;
  route: string;
}

const OPEN: readonly Row[] = [
  { row: '[SHELL-03]', address: '/', route: '/' },
  { row: '[SHELL-04]', address: '/about', route: '/about' },
  { row: '[SHELL-05]', address: '/val', route: '/val' },
  { row: '[SHELL-06]', address: '/debug', route: '/debug' },
  { row: '[SHELL-07]', address: '/competency-mapping/a1', route: '/competency-mapping/$hash' },
];

const PROTECTED: readonly Row[] = [
  { row: '[SHELL-10]', address: '/dashboard', route: '/dashboard' },
  { row: '[SHELL-11]', address: '/cron', route: '/cron' },
  { row: '[SHELL-12]', address: '/monitor', route: '/monitor' },
  { row: '[SHELL-13]', address: '/monitor/7', route: '/monitor/$id' },
  { row: '[SHELL-14]', address: '/tenant', route: '/tenant' },
  { row: '[SHELL-15]', address: '/tenant/7', route: '/tenant/$id' },
  { row: '[SHELL-16]', address: '/tenant/7/relations', route: '/tenant/$id/relations' },
  { row: '[SHELL-17]', address: '/tenant/7/coursepro', route: '/tenant/$id/$service' },
  { row: '[SHELL-18]', address: '/tenant/7/coursepro/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-19]', address: '/tenant/7/coursepro/system', route: '/tenant/$id/coursepro/system' },
  { row: '[SHELL-20]', address: '/tenant/7/sandbox', route: '/tenant/$id/sandbox' },
  { row: '[SHELL-21]', address: '/tenant/7/leisurehub', route: '/tenant/$id/leisurehub' },
  { row: '[SHELL-22]', address: '/tenant/7/homeportal', route: '/tenant/$id/$service' },
  { row: '[SHELL-23]', address: '/tenant/7/homeportal/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-24]', address: '/tenant/7/homeportal2', route: '/tenant/$id/$service' },
  { row: '[SHELL-25]', address: '/tenant/7/homeportal2/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-26]', address: '/tenant/7/homeportal2/branding', route: '/tenant/$id/homeportal2/branding' },
  { row: '[SHELL-27]', address: '/tenant/7/coachportal', route: '/tenant/$id/$service' },
  { row: '[SHELL-28]', address: '/tenant/7/organisationportal', route: '/tenant/$id/$service' },
  { row: '[SHELL-29]', address: '/tenant/7/parentportal', route: '/tenant/$id/$service' },
  { row: '[SHELL-30]', address: '/tenant/7/schemeportal', route: '/tenant/$id/$service' },
  { row: '[SHELL-31]', address: '/tenant/7/strive', route: '/tenant/$id/$service' },
  { row: '[SHELL-32]', address: '/tenant/7/strive/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-33]', address: '/tenant/7/insight', route: '/tenant/$id/$service' },
  { row: '[SHELL-34]', address: '/tenant/7/insight/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-35]', address: '/tenant/7/commsportal', route: '/tenant/$id/$service' },
  { row: '[SHELL-36]', address: '/tenant/7/commsportal/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-37]', address: '/tenant/7/licence/config', route: '/tenant/$id/$kind/config' },
  { row: '[SHELL-38]', address: '/tenant/7/cron', route: '/tenant/$id/cron' },
  { row: '[SHELL-39]', address: '/environment', route: '/environment' },
  { row: '[SHELL-40]', address: '/database', route: '/database' },
  { row: '[SHELL-41]', address: '/tools', route: '/tools' },
  { row: '[SHELL-42]', address: '/tools/licence', route: '/tools/licence' },
  { row: '[SHELL-43]', address: '/tools/importer', route: '/tools/importer' },
  { row: '[SHELL-44]', address: '/tools/mapper', route: '/tools/mapper' },
  { row: '[SHELL-45]', address: '/tools/utopia', route: '/tools/utopia' },
  { row: '[SHELL-46]', address: '/tools/create-release', route: '/tools/create-release' },
  { row: '[SHELL-47]', address: '/tools/deploy-release', route: '/tools/deploy-release' },
  { row: '[SHELL-48]', address: '/tools/seed-tenant', route: '/tools/seed-tenant' },
  { row: '[SHELL-49]', address: '/tools/upload-translations', route: '/tools/upload-translations' },
  { row: '[SHELL-50]', address: '/tools/regenerate-brandings', route: '/tools/regenerate-brandings' },
];

const NAMED = [
  { row: '[SHELL-51]', name: 'tenant', route: '/tenant/$id' },
  { row: '[SHELL-52]', name: 'courseprosystem', route: '/tenant/$id/coursepro/system' },
  { row: '[SHELL-53]', name: 'tenantcron', route: '/tenant/$id/cron' },
  { row: '[SHELL-54]', name: 'toolslicence', route: '/tools/licence' },
  { row: '[SHELL-55]', name: 'toolsimporter', route: '/tools/importer' },
  { row: '[SHELL-56]', name: 'toolsmapper', route: '/tools/mapper' },
  { row: '[SHELL-57]', name: 'tools-create-release', route: '/tools/create-release' },
  { row: '[SHELL-58]', name: 'tools-deploy-release', route: '/tools/deploy-release' },
  { row: '[SHELL-59]', name: 'tools-seed-tenant', route: '/tools/seed-tenant' },
  { row: '[SHELL-60]', name: 'tools-upload-translations', route: '/tools/upload-translations' },
  { row: '[SHELL-61]', name: 'tools-utopia', route: '/tools/utopia' },
  { row: '[SHELL-62]', name: 'tools-regenerate-brandings', route: '/tools/regenerate-brandings' },
] as const;

/** Pages load on demand; on a busy machine their modules take long. */
const PAGE_MS = 60_000;

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

function openRouter(state: SessionState, address: string) {
  const check = vi.fn(() => Promise.resolve());
  const session: Session = {
    state: () => state,
    subscribe: () => () => undefined,
    check,
    logOut: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    abandon: () => undefined,
  };
  window.history.replaceState(null, '', address);
  const arrived = startFakeServer({});
  return { router: createAppRouter({ session, queryClient: new QueryClient() }), check, arrived };
}

const signedIn: SessionState = { status: 'success', user: 'Amelia Hart' };
const signedOut: SessionState = { status: 'idle', loggedOut: false };

/** Navigates to an address and returns where it ended, once everything is loaded. */
async function arrive(state: SessionState, address: string) {
  const { router, check } = openRouter(state, address);
  await router.load();
  const matches = () => router.state.matches;
  const loaded = () => expect(new Set(matches().map(({ status }) => status))).toEqual(new Set(['success']));
  await vi.waitFor(loaded, { timeout: PAGE_MS - 10_000 });
  const last = matches().at(-1);
  const route = last?.fullPath.replace(/(?<=.)\/$/, '');
  return { path: router.state.location.pathname, route, params: last?.params as Record<string, string>, check };
}

describe('the addresses of the documents', () => {
  it.each(OPEN)(
    '$address needs no sign-in $row',
    async ({ address, route }) => {
      const arrived = await arrive(signedOut, address);
      expect(arrived).toMatchObject({ path: address, route });
      // Only the landing page checks the sign-in.
      expect(arrived.check).toHaveBeenCalledTimes(address === '/' ? 1 : 0);
    },
    PAGE_MS,
  );

  it.each(PROTECTED)(
    '$address has its page for signed-in users $row',
    async ({ address, route }) => {
      expect(await arrive(signedIn, address)).toMatchObject({ path: address, route });
      expect(wantedPath()).toBeNull();
    },
    PAGE_MS,
  );

  it.each(PROTECTED)(
    '$address redirects to / and the check without a sign-in, and is remembered [SHELL-09] $row',
    async ({ address }) => {
      const arrived = await arrive(signedOut, address);
      expect(arrived).toMatchObject({ path: '/', route: '/' });
      expect(arrived.check).toHaveBeenCalledTimes(1);
      expect(wantedPath()).toBe(address);
    },
  );

  it.each(NAMED)('$name is the name of $route $row', ({ name, route }) => {
    const { routesByPath } = openRouter(signedIn, '/').router;
    const named = Object.entries(routesByPath).filter(([, { options }]) => options.staticData?.name === name);
    expect(named.map(([path]) => path)).toEqual([route]);
  });

  it("takes the tenant of every tenant's page from the parameter id [SHELL-63]", async () => {
    const { routesByPath } = openRouter(signedIn, '/').router;
    const ofTenants = Object.keys(routesByPath).filter((path) => path.startsWith('/tenant/'));
    expect(ofTenants.length).toBeGreaterThan(6);
    expect(ofTenants.filter((path) => !/^\/tenant\/\$id(\/|$)/.test(path))).toEqual([]);
    const { params } = await arrive(signedIn, '/tenant/7/homeportal2/branding');
    expect(params).toEqual({ id: '7' });
  });
});

/** Everything open to users who are not signed in: what the documents make public, the sign-in, and the health checks. */
const FOR_ANYONE = [
  '/',
  '/about',
  '/competency-mapping/$hash',
  '/debug',
  '/val',
  // Not found.
  '/$',
  'GET /api/authenticate/verify',
  'GET /api/competency-mapping/{hash}',
  'GET /api/health/live',
  'GET /api/health/ready',
  'PATCH /api/competency-mapping/{hash}',
  'POST /api/authenticate/logout',
  'POST /api/authenticate/refresh',
  'POST /api/debug',
];

it('has no sign-up: nothing else is open to users who are not signed in [SHELL-83]', () => {
  const { routesByPath } = openRouter(signedIn, '/').router;
  const pages = Object.entries(routesByPath).filter(([, { id }]) => !id.startsWith('/frame/signed-in/'));
  const open = calls.filter(({ access }) => access === 'anyone' || access === 'sign-in');
  const found = [...pages.map(([path]) => path), ...open.map(({ method, path }) => `${method} ${path}`)];
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((one) => !FOR_ANYONE.includes(one))).toEqual([]);
});

it('starts the queries of a page before its code has loaded', async () => {
  const started = async (address: string) => {
    const { router, arrived } = openRouter(signedIn, address);
    await router.load();
    return arrived.map(({ call }) => call);
  };
  expect(await started('/tenant/7')).toEqual([
    'GET /api/tenant/7',
    'GET /api/environment/fast',
    'GET /api/tenant/7/deleted-services',
  ]);
  expect(await started('/tenant/7/cron')).toEqual(['GET /api/tenant/7', 'GET /api/tenant/7/cron']);
  expect(await started('/environment')).toEqual(['GET /api/environment']);
  expect(await started('/tenant/seven')).toEqual([]);
});

it('has these addresses', () => {
  const { routesByPath } = openRouter(signedIn, '/').router;
  expect(Object.keys(routesByPath).toSorted()).toMatchInlineSnapshot(`
    [
      "/",
      "/$",
      "/about",
      "/alerts",
      "/alerts/$id",
      "/alerts/channels",
      "/alerts/maintenance",
      "/alerts/rules",
      "/alerts/subscriptions",
      "/audit",
      "/bulk",
      "/bulk/$id",
      "/bulk/new",
      "/compare",
      "/competency-mapping/$hash",
      "/cron",
      "/cron/board",
      "/cron/logs",
      "/cron/overlap",
      "/dashboard",
      "/database",
      "/debug",
      "/drift",
      "/environment",
      "/environment/$id",
      "/fleet",
      "/fleet/$kind",
      "/fleet/import",
      "/fleet/templates",
      "/help",
      "/me",
      "/monitor",
      "/monitor/$id",
      "/monitor/import",
      "/monitor/status-pages",
      "/monitor/uptime",
      "/people",
      "/runs",
      "/runs/$id",
      "/tenant",
      "/tenant/$id",
      "/tenant/$id/$kind/config",
      "/tenant/$id/$service",
      "/tenant/$id/coursepro/system",
      "/tenant/$id/cron",
      "/tenant/$id/homeportal2/branding",
      "/tenant/$id/leisurehub",
      "/tenant/$id/relations",
      "/tenant/$id/sandbox",
      "/tenant/$id/timeline",
      "/timeline",
      "/tools",
      "/tools/create-release",
      "/tools/deploy-release",
      "/tools/importer",
      "/tools/licence",
      "/tools/mapper",
      "/tools/regenerate-brandings",
      "/tools/seed-tenant",
      "/tools/upload-translations",
      "/tools/utopia",
      "/val",
    ]
  `);
});
