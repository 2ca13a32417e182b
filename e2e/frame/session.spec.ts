import { calls } from '@mission-control/contract/calls';
import type { Call } from '@mission-control/contract/call';
import { expect, test, type Page } from '@playwright/test';
import { signInToken } from '../support/operator.ts';
import { expectAccessible } from '../support/screens.ts';
import { apiRequests, hostSignedIn } from '../support/signed-in.ts';

const { server } = hostSignedIn();

const isList = (page: Page) => expect(page.getByRole('row', { name: /View/ }).first()).toBeVisible();
const TENANTS = /\/api\/tenant$/;

async function openList(page: Page): Promise<void> {
  await page.goto(`${server.url}/tenant`);
  await isList(page);
}

/** Sign-in data stored in the browser. */
const kept = (page: Page) =>
  page.evaluate(() => ({
    token: sessionStorage.getItem('token'),
    refreshToken: sessionStorage.getItem('refreshToken'),
    user: localStorage.getItem('user'),
  }));

/**
 * Replaces the token with an invalid one; the refresh token stays valid. Leaves the console first: a page still open could refresh the
 * token itself.
 */
const spoilToken = async (page: Page) => {
  await page.goto(`${server.url}/api/health/live`);
  await page.evaluate(() => sessionStorage.setItem('token', 'spoilt'));
};

test('requests carry the stored token, and a reload needs no new check [AUTH-03, AUTH-11]', async ({ page }) => {
  await openList(page);
  const before = await kept(page);
  expect(before).toEqual({
    token: expect.stringMatching(/.{20}/),
    refreshToken: expect.stringMatching(/.{20}/),
    user: 'admin',
  });
  const asked = apiRequests(page);
  await page.reload();
  await isList(page);
  await expect(page.getByRole('banner').getByRole('button', { name: /admin/ })).toBeVisible();
  expect(await kept(page)).toEqual(before);
  const names = asked.map(({ name }) => name);
  expect(names).toContain('GET /api/tenant');
  expect(names).not.toContain('GET /api/authenticate/verify');
  for (const { request } of asked) expect(request.headers().authorization).toBe(`Bearer ${before.token}`);
});

test('a 403 sends the browser to the authentication address [AUTH-05]', async ({ page }) => {
  await page.route(
    TENANTS,
    (route) => route.fulfill({ status: 403, json: { error: 'Sign in.', code: 'sign_in_required' } }),
    { times: 1 },
  );
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('/auth/login'));
  await page.goto(`${server.url}/tenant?q=brimham`);
  expect(new URL((await left).url()).searchParams.get('return_to')).toBe('/tenant?q=brimham');
});

test('a 403 from a proxy leads to a choice, not a redirect loop (C-132)', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && asked.push(new URL(request.url()).pathname));
  await page.route(TENANTS, (route) => route.fulfill({ status: 403, body: '<h1>Forbidden</h1>' }));
  await page.goto(`${server.url}/tenant?q=brimham`);
  await expect(page.getByText('You are signed in as admin')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('GET /api/tenant was refused (403).');
  expect(asked).toEqual(['/tenant', '/auth/login']);
  await expectAccessible(page);

  await page.unroute(TENANTS);
  await page.getByRole('link', { name: 'Go back to Tenants' }).click();
  await isList(page);
  await expect(page).toHaveURL(`${server.url}/tenant?q=brimham`);
  await page.route(TENANTS, (route) => route.fulfill({ status: 403, body: '' }));
  await page.reload();
  await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('after a 401 the tokens are refreshed once, replaced, and the call is repeated with the new one [AUTH-06, AUTH-12]', async ({
  page,
}) => {
  await openList(page);
  const before = await kept(page);
  await spoilToken(page);
  await page.evaluate(() => localStorage.setItem('user', 'somebody'));
  const asked = apiRequests(page);
  await openList(page);
  const after = await kept(page);
  expect(after.user).toBe('admin');
  expect(after.token).not.toBe(before.token);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  const list = asked.filter(({ name }) => name === 'GET /api/tenant');
  expect(list.map(({ request }) => request.headers().authorization)).toEqual([
    'Bearer spoilt',
    `Bearer ${after.token}`,
  ]);
  const refreshes = asked.filter(({ name }) => name === 'POST /api/authenticate/refresh');
  expect(refreshes.map(({ request }) => request.postDataJSON() as unknown)).toEqual([
    { refresh_token: before.refreshToken },
  ]);
});

test('concurrently rejected calls share one refresh [AUTH-06]', async ({ page }) => {
  await openList(page);
  await spoilToken(page);
  const asked = apiRequests(page);
  const count = (wanted: string) => asked.filter(({ name }) => name === wanted).length;
  const refused = (wanted: string) =>
    asked.filter(({ name, request }) => name === wanted && request.headers().authorization === 'Bearer spoilt').length;
  // The live stream and the tenant are requested concurrently; the new tokens arrive after both were rejected.
  await page.route('**/api/authenticate/refresh', async (route) => {
    await expect.poll(() => [count('GET /api/events'), count('GET /api/tenant/1')]).toEqual([1, 1]);
    await route.continue();
  });
  await page.goto(`${server.url}/tenant/1`);
  await expect(page.getByRole('heading', { name: 'Brimham Active', level: 1 })).toBeVisible();
  expect([refused('GET /api/events'), refused('GET /api/tenant/1')]).toEqual([1, 1]);
  expect([count('GET /api/events'), count('POST /api/authenticate/refresh')]).toEqual([2, 1]);
});

test('a second 401 ends the sign-in and does not refresh again [AUTH-07]', async ({ page }) => {
  const asked = apiRequests(page);
  await page.route(TENANTS, (route) => route.fulfill({ status: 401, json: { error: 'No.', code: 'not_signed_in' } }));
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByRole('alert')).toContainText('rejected the sign-in that it had just issued');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  const count = (wanted: string) => asked.filter(({ name }) => name === wanted).length;
  expect([count('GET /api/tenant'), count('POST /api/authenticate/refresh')]).toEqual([2, 1]);
  expect((await kept(page)).token).toBeNull();
});

test('the landing page shows that the check is running, and redirects when it succeeds [AUTH-13, AUTH-14]', async ({
  page,
}) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/authenticate/verify', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByRole('status').filter({ hasText: 'Checking your sign-in' })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
  released.resolve();
  await isList(page);
  await expect(page).toHaveURL(`${server.url}/tenant`);
});

test('a failed check shows an error and does not redirect; Retry checks again [AUTH-15]', async ({ page }) => {
  await page.route('**/api/authenticate/verify', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken.', code: 'internal', request_id: 'req-of-test' } }),
  );
  await page.goto(server.url);
  await expect(page.getByRole('alert')).toHaveText('Your sign-in could not be checked. Broken.');
  await expect(page.getByText('req-of-test')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.unroute('**/api/authenticate/verify');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

const NO_CALL = 'There is nothing at this address.';
/** Values of path parameters that calls accept; the others are ids. */
const PARAMETERS: Record<string, string> = {
  service: 'coursepro',
  kind: 'region',
  key: '10000000',
  hash: '0'.repeat(64),
  name: 'tenants',
  page: 'bulk:new',
  session: '0'.repeat(36),
};

/** Sends a call with valid parameters and an empty body; returns the status, or that the call does not exist. Does not read streams. */
async function statusOf(call: Call, token: string | null): Promise<number | typeof NO_CALL> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? '1');
  const end = new AbortController();
  const answer = await fetch(server.url + path, {
    method: call.method,
    signal: end.signal,
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(call.method !== 'GET' && { body: '{}' }),
  });
  // A missing resource of a tenant is not a missing call.
  const missing = answer.status === 404 && (await answer.text()).includes(NO_CALL);
  end.abort();
  return missing ? NO_CALL : answer.status;
}

/** Opens a path and waits until redirects have settled. */
async function leadsTo(page: Page, path: string, end: string): Promise<void> {
  await page.goto(server.url + path);
  await expect(page).toHaveURL(({ pathname }) => pathname === end);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(({ pathname }) => pathname === end);
}

test('an account with the standard role may use every call, and anyone else only the public ones [AUTH-17, AUTH-18, AUTH-19]', async ({
  page,
}) => {
  await openList(page);
  const token = await signInToken(server.url);
  // Works only with the cookie of the browser's session (0093).
  const { token: taken } = await kept(page);
  const guarded = calls.filter(({ access }) => !['anyone', 'sign-in', 'environment'].includes(access));
  expect(guarded.length).toBeGreaterThan(10);
  for (const call of guarded) {
    for (const nobody of [null, taken]) expect([call.name, await statusOf(call, nobody)]).toEqual([call.name, 401]);
    // These would end the sessions of this test.
    if (['endPersonSessions', 'endMyOtherSessions'].includes(call.name)) continue;
    expect([401, 403, NO_CALL, 500], call.name).not.toContain(await statusOf(call, token));
  }
  for (const call of calls.filter(({ access }) => access === 'environment'))
    for (const who of [null, token]) expect([call.name, await statusOf(call, who)]).toEqual([call.name, 401]);
  for (const call of calls.filter(({ access }) => access === 'anyone'))
    expect([401, 403], call.name).not.toContain(await statusOf(call, null));

  const own = ['/tenant', '/tenant/1/coursepro/config'];
  for (const path of [...own, '/about']) await leadsTo(page, path, path);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  for (const path of own) await leadsTo(page, path, '/auth/login');
  await leadsTo(page, '/about', '/about');
});

// Last, because Logout ends the session used by the other tests.
test('two tabs refresh on their own, and Logout in one ends both [AUTH-11, AUTH-12]', async ({ page, context }) => {
  const other = await context.newPage();
  await openList(page);
  await openList(other);
  const [first, second] = [await kept(page), await kept(other)];
  expect(first.token).not.toBe(second.token);
  for (const tab of [page, other]) {
    await spoilToken(tab);
    await openList(tab);
  }
  await page.bringToFront();
  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByText('You are logged out.')).toBeVisible();
    expect(await kept(tab)).toEqual({ token: null, refreshToken: null, user: null });
  }
});
