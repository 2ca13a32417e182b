import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { toast } from '../support/locators.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import type { TestServer } from '../support/one-address.ts';
import { signIn, signInToken, type Operator } from '../support/operator.ts';
import { makeReleaseSources, type ReleaseSources } from '../support/release-sources.ts';
import { signInOn } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

/** Makes seeds wait until they are released. */
const SEED = `const { existsSync } = require('node:fs');
const [, name, go] = process.argv;
console.log('seeding ' + name);
const look = setInterval(() => existsSync(go) && (console.log('DONE'), clearInterval(look)), 50);`;
/** Shorter than any seed here, longer than a response on a busy machine. */
const TIMEOUT_MS = 6_000;

let folder: string;
let sources: ReleaseSources;
let server: HostedConsole;
let proxy: TestServer;
let operator: Operator;
let names: string[];
const go = () => join(folder, 'go');
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mc-long-'));
  sources = makeReleaseSources();
  server = await startHostedConsole({
    RELEASES_FILE: sources.file,
    SEED_COMMAND: JSON.stringify([process.execPath, '-e', SEED, '{tenant}', go()]),
  });
  proxy = await startCuttingProxy(() => server.url, TIMEOUT_MS);
  operator = await signIn(server.url);
  const { tenants } = (await operator.call('GET', '/api/tenant/select')).body as { tenants: { tenant_name: string }[] };
  names = tenants.map((tenant) => tenant.tenant_name);
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterEach(() => rmSync(go(), { force: true }));
test.afterAll(async () => {
  await proxy.close();
  await server.dispose();
  sources.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function startSeedOf(page: Page, name: string, url = proxy.url): Promise<void> {
  await page.goto(`${url}/tools/seed-tenant`);
  await page.getByRole('combobox', { name: 'Tenant', exact: true }).fill(name.slice(0, 12));
  await page.getByRole('option', { name, exact: true }).click();
  await page.getByRole('button', { name: `Seed Tenant - ${name}` }).click();
}
async function startSeed(page: Page, name: string, url = proxy.url): Promise<void> {
  await startSeedOf(page, name, url);
  await expect(page.getByRole('region', { name: 'Seeding output' }).getByText(`seeding ${name}`)).toBeVisible();
}

test('a run survives the timeout of the proxy, a reload and its tab; another tab reports its end once [SEED-10]', async ({
  page,
  context,
}) => {
  const [name = '', other = ''] = names;
  await startSeed(page, name);
  // A client that waits for the documented response is cut off.
  const cut = await fetch(`${proxy.url}/api/release/seed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInToken(server.url)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: other }),
  });
  expect(cut.status).toBe(504);
  await expect(toast(page, 'Failed')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Tenant', exact: true })).toHaveValue(name);
  await expect(page.getByRole('region', { name: 'Seeding output' }).getByText(`seeding ${name}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Seed Tenant - ${name}` })).toHaveAttribute('aria-disabled', 'true');
  const second = await context.newPage();
  await second.goto(`${proxy.url}/dashboard`);
  await expect(second.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.close();
  writeFileSync(go(), '');
  await expect(toast(second, `Tenant ${name} seed complete`)).toBeVisible({ timeout: 30_000 });
  // It counts as reported once other visible tabs have had their turn.
  const untold = async () => ((await operator.call('GET', '/api/run?untold=1')).body as { runs: object[] }).runs;
  await expect.poll(untold).toEqual([]);
  await second.reload();
  await expect(second.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(toast(second, 'seed complete')).toHaveCount(0);
});

test('behind nginx a run outlasts the limit for a response; its output arrives as it is written [SEED-10]', async ({
  page,
  context,
}) => {
  test.skip(!hasNginx, 'nginx is not installed.');
  const name = names[6] ?? '';
  const port = Number(new URL(server.url).port);
  // Longer than the pauses of the live stream.
  const nginx = await startNginx(port, port, 25);
  try {
    await context.clearCookies();
    await signInOn(page, nginx.url);
    const answered = page.waitForResponse('**/api/release/seed');
    await startSeed(page, name, nginx.url);
    expect((await answered).status()).toBe(202);
    const cut = await fetch(`${nginx.url}/api/release/seed`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signInToken(server.url)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tenant: names[7] }),
    });
    expect(cut.status).toBe(504);
    writeFileSync(go(), '');
    await expect(page.getByRole('region', { name: 'Seeding output' }).getByText('DONE')).toBeVisible();
    await expect(toast(page, `Tenant ${name} seed complete`)).toBeVisible();
    await expect(toast(page, 'Failed')).toHaveCount(0);
  } finally {
    await page.goto('about:blank');
    await nginx.stop();
  }
});

test('the end of a run is reported after a new sign-in in another browser [SEED-10]', async ({ page, browser }) => {
  const name = names[2] ?? '';
  await startSeed(page, name);
  await page.context().close();
  writeFileSync(go(), '');
  await expect
    .poll(async () => ((await operator.call('GET', '/api/run?outcome=running')).body as { runs: object[] }).runs)
    .toEqual([]);
  const elsewhere = await browser.newPage();
  await signInOn(elsewhere, proxy.url);
  await expect(toast(elsewhere, `Tenant ${name} seed complete`)).toBeVisible();
  await elsewhere.close();
});

test('a click whose response is lost runs once, and is shown', async ({ page }) => {
  const name = names[3] ?? '';
  let posts = 0;
  await page.route('**/api/release/seed', async (route) => {
    posts += 1;
    await route.fetch();
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<html>cut</html>' });
  });
  await startSeed(page, name);
  writeFileSync(go(), '');
  await expect(toast(page, `Tenant ${name} seed complete`)).toBeVisible();
  await expect(toast(page, 'Failed')).toHaveCount(0);
  expect(posts).toBe(1);
  const { runs } = (await operator.call('GET', '/api/run?kind=seed')).body as { runs: { subject: string }[] };
  expect(runs.filter(({ subject }) => subject === name)).toHaveLength(1);
});

test('the run is found even if a proxy strips the headers of a click and cuts its response', async ({ page }) => {
  const name = names[4] ?? '';
  await page.route('**/api/release/seed', (route) => {
    const { prefer: _prefer, 'idempotency-key': _key, ...headers } = route.request().headers();
    return route.continue({ headers });
  });
  await startSeedOf(page, name);
  // Cut off, not found, sent again: the lock of the first one identifies the run.
  await expect(toast(page, /^Failed to seed tenant - .* started run \d+ \(/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Seeding output' }).getByText(`seeding ${name}`)).toBeVisible();
  writeFileSync(go(), '');
  await expect(page.getByRole('region', { name: 'Seeding output' }).getByText('DONE')).toBeVisible();
});

test('a cut response without a run opens the list of runs', async ({ page }) => {
  const name = names[5] ?? '';
  await page.route('**/api/release/seed', (route) =>
    route.fulfill({ status: 504, contentType: 'text/html', body: '<html>cut</html>' }),
  );
  await startSeedOf(page, name);
  await expect(toast(page, 'The connection was lost before the response was complete.')).toContainText(
    'Check in Tools, Runs whether it was started, then try again.',
    { timeout: 30_000 },
  );
  await expect(page.getByRole('combobox', { name: 'Tenant', exact: true })).toHaveValue(name);
});

test('builds of bg are continued if the tab is closed after the first one [REL-13, REL-14]', async ({
  page,
  context,
}) => {
  const tool = `${proxy.url}/tools/create-release?app=bg&service=bg-api&tag=2.31.0`;
  // The tab is closed just before it requests the second build.
  await page.route('**/api/release/create', async (route) => {
    if ((route.request().postDataJSON() as { env: string }).env === 'dev') return route.continue();
    await route.abort();
    return page.close();
  });
  await page.goto(tool);
  const closed = page.waitForEvent('close', { timeout: 120_000 });
  await page.getByRole('button', { name: 'Create release', exact: true }).click();
  await closed;
  const second = await context.newPage();
  await second.goto(tool);
  await expect(second.getByText('bg 2.31.0, API, is not built for Production.')).toBeVisible();
  await second.getByRole('button', { name: 'Build for Production' }).click();
  await expect(toast(second, /Release 2\.31\.0 created in \d+ seconds\./)).toBeVisible({ timeout: 120_000 });
  await expect(toast(second, /Release 2\.31\.0 created/)).toHaveCount(1);
  await expect(second.getByText('is not built for')).toHaveCount(0);
});
