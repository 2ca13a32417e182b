import { expect, test, type Page } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { addTenant } from '../support/fleet.ts';
import { toast } from '../support/locators.ts';
import { signIn, signInToken, type Operator } from '../support/operator.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, signInBrowser } from '../support/signed-in.ts';

let server: Console;
let operator: Operator;
test.beforeAll(async () => {
  server = await startFilledConsole();
  operator = await signIn(server.url);
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server.dispose());

const colors = { primary: '#225577', secondary: '#557722', background: '#ffffff' };
const words = {
  find_a_center_title: 'Find us',
  find_a_center_text: '',
  terms_link_external: '',
  privacy_policy_link_external: '',
};

/** A tenant with a saved branding. */
async function addBranded(name: string): Promise<number> {
  const id = await addTenant(operator, name);
  await operator.call('POST', `/api/tenant/${id}/homeportal2`, { initialize: true, create_db: false });
  const form = new FormData();
  form.append('brandingData', JSON.stringify({ colors, app: 'coursepro', branch: 'main' }));
  form.append('contentData', JSON.stringify({ en: words, cy: words }));
  const saved = await fetch(`${server.url}/api/tenant/${id}/homeportal2/branding`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInToken(server.url)}` },
    body: form,
  });
  expect(saved.status).toBe(200);
  return id;
}

const open = (page: Page) => page.goto(`${server.url}/tools/regenerate-brandings`);
const dialog = (page: Page) => page.getByRole('alertdialog');
async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate all' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toBeHidden();
}

test('without a branch, then without brandings, nothing is sent [RGN-03, RGN-04, RGN-06, RGN-08, RGN-13, RGN-14]', async ({
  page,
}) => {
  const requests = apiRequests(page);
  await open(page);
  // The first read of the branches clones the repository.
  await expect(page.getByText('0 active HomePortal2 brandings')).toBeVisible({ timeout: 60_000 });
  const loads = requests.map(({ name }) => name).filter((name) => /branches|active-tenants/.test(name));
  expect(loads).toEqual(['GET /api/repos/branches', 'GET /api/tenant/homeportal2/brandings/active-tenants']);
  await page.getByRole('button', { name: 'Regenerate all' }).click();
  expect((await dialog(page).boundingBox())?.width).toBeLessThanOrEqual(500);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page, 'Please select a branch first')).toBeVisible();
  await expect(toast(page, 'Please select a branch first')).toBeHidden();
  await page.getByRole('combobox', { name: 'Branch' }).selectOption('main');
  await confirm(page);
  await expect(toast(page, 'No active brandings to regenerate.')).toBeVisible();
  expect(requests.filter(({ name }) => name.startsWith('POST /api/tenant'))).toEqual([]);
});

test('tenants are processed in turn; a failed one does not stop the rest and can be retried [RGN-01, RGN-02, RGN-05, RGN-07, RGN-09..12, RGN-16, RGN-18..20]', async ({
  page,
}) => {
  const ids = [await addBranded('Ash Rgn'), await addBranded('Birch Rgn'), await addBranded('Cedar Rgn')];
  await open(page);
  await expect(page.getByText('3 active HomePortal2 brandings')).toBeVisible();
  await page.getByRole('combobox', { name: 'Branch' }).selectOption('main');
  let inFlight = 0;
  let most = 0;
  const isRun = (url: string) => url.endsWith('/branding/regenerate');
  page.on('request', (request) => {
    if (isRun(request.url())) most = Math.max(most, (inFlight += 1));
  });
  page.on('response', (response) => {
    if (isRun(response.url())) inFlight -= 1;
  });
  // Another user removes HomePortal2 from the second one just before its turn.
  await page.route(`**/api/tenant/${ids[1]}/homeportal2/branding/regenerate`, async (route) => {
    await expect(page.getByText('Processing Birch Rgn (2 of 3)')).toBeVisible();
    await operator.call('DELETE', `/api/tenant/${ids[1]}/homeportal2`);
    await route.continue();
  });
  const sent = apiRequests(page);
  await confirm(page);
  await expect(toast(page, 'Failed to regenerate branding for Birch Rgn')).toBeVisible();
  await expect(toast(page, 'All active brandings have been processed.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3');
  const runs = sent.filter(({ name }) => name.endsWith('/regenerate'));
  expect(runs.map(({ name }) => name)).toEqual(
    ids.map((id) => `POST /api/tenant/${id}/homeportal2/branding/regenerate`),
  );
  for (const { request } of runs) expect(request.postDataJSON()).toEqual({ app: 'coursepro', branch: 'main' });
  expect(most).toBe(1);
  await expect(page.getByRole('list', { name: 'Failed tenants' })).toContainText('Birch Rgn');
  await expectAccessibleAtBothWidths(page);
  await page.unrouteAll();

  await operator.call('POST', `/api/tenant/${ids[1]}/homeportal2/restore`);
  await page.getByRole('button', { name: 'Retry failed' }).click();
  await expect(page.getByRole('list', { name: 'Failed tenants' })).toBeHidden();
  await expect(page.getByText('1 branding was processed.')).toBeVisible();
  expect(sent.filter(({ name }) => name.endsWith('/regenerate'))).toHaveLength(4);
});

test('the rest is continued after a killed console and a reload, each tenant with a single call [RGN-05, RGN-12, RGN-19]', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { body } = await operator.call('GET', '/api/tenant/homeportal2/brandings/active-tenants');
  const { tenants } = body as { tenants: number[] };
  await open(page);
  await expect(page.getByText(`${tenants.length} active HomePortal2 brandings`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Branch' }).selectOption('main');
  await page.route(`**/api/tenant/${tenants[1]}/homeportal2/branding/regenerate`, async (route) => {
    await server.end('SIGKILL');
    await route.abort();
  });
  await confirm(page);
  await expect(toast(page, 'The server cannot be reached.')).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await server.start();
  await page.reload();
  await expect(page.getByText(`${tenants.length - 1} brandings are left.`)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(`1 of ${tenants.length} brandings were processed.`)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const sent = apiRequests(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(toast(page, 'All active brandings have been processed.')).toBeVisible({ timeout: 60_000 });
  expect(sent.map(({ name }) => name).filter((name) => name.endsWith('/regenerate'))).toEqual(
    tenants.slice(1).map((id) => `POST /api/tenant/${id}/homeportal2/branding/regenerate`),
  );
  operator = await signIn(server.url);
});

test('load failures are shown [RGN-15, RGN-17]', async ({ page }) => {
  // Two restarts of the server.
  test.setTimeout(180_000);
  for (const [call, said] of [
    [/\/api\/repos\/branches/, 'Failed to load initial page data.'],
    [/\/brandings\/active-tenants/, 'Failed to get active tenants. Please try again.'],
  ] as const) {
    // The server stops between loading the page and its data.
    await page.route(
      call,
      async (route) => {
        await server.end('SIGKILL');
        await route.continue();
      },
      { times: 1 },
    );
    // The message disappears after 3 s, even if the page is still waiting.
    await Promise.all([expect(toast(page, said)).toBeVisible(), open(page)]);
    await server.start();
    // A page that has reconnected may refetch first.
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
      await expect(page.getByText(/\d active HomePortal2 branding/)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }
});
