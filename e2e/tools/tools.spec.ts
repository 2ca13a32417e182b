import { expect, test } from '@playwright/test';
import { collectBodies, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, hostConsole, openSignedIn, signInBrowser } from '../support/signed-in.ts';

const { server } = hostConsole();

const CARDS: { name: string; path: string; title?: string }[] = [
  { name: 'Licence', path: '/tools/licence' },
  { name: 'Member importer', path: '/tools/importer' },
  { name: 'Competency mapper', path: '/tools/mapper', title: 'Competency mapping' },
  { name: 'Create Release', path: '/tools/create-release' },
  { name: 'Deploy Release', path: '/tools/deploy-release' },
  { name: 'Seed Tenant', path: '/tools/seed-tenant' },
  { name: 'Upload translations', path: '/tools/upload-translations' },
  { name: 'Utopia grid', path: '/tools/utopia', title: 'Utopia dashboard' },
  { name: 'Regenerate brandings', path: '/tools/regenerate-brandings' },
];

test('the drawer leads to the tools, each card to its page, and its crumb back [SHELL-79, TOOL-01, TOOL-02, TOOL-03, TOOL-04, TOOL-05, TOOL-06, TOOL-07, TOOL-08, TOOL-09, TOOL-10]', async ({
  page,
}) => {
  await openSignedIn(page, server.url);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click();
  await expect(page).toHaveURL(`${server.url}/tools`);
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const status = card('Upload translations').getByRole('link', { name: /^Translation status/ });
  await expect(status).toHaveAttribute('target', '_blank');
  expect(new URL((await status.getAttribute('href')) ?? '').origin).not.toBe(server.url);
  await expect(card('Member importer')).toContainText('Work in progress');
  for (const { name, path, title = name } of CARDS) {
    // Not its link: a click anywhere on the card should open it.
    await card(name).click({ position: { x: 8, y: 8 } });
    await expect(page).toHaveURL(server.url + path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tools' }).click();
    await expect(page).toHaveURL(`${server.url}/tools`);
  }
  await page.keyboard.press('Control+K');
  await page.keyboard.type('regenerate');
  await page.getByRole('option', { name: /Regenerate brandings/ }).click();
  await expect(page).toHaveURL(`${server.url}/tools/regenerate-brandings`);
});

/** Tools for a tenant are links on its page; all others are in the drawer or on a card of the tools (above). */
const OF_A_TENANT = [
  '/relations',
  '/sandbox',
  '/leisurehub',
  '/cron',
  '/coursepro',
  '/coursepro/config',
  '/coursepro/system',
  '/homeportal2',
  '/homeportal2/config',
  '/homeportal2/branding',
  '/licence/config',
];

test('every tool for a tenant is a link on its page, and the others are in the drawer [SHELL-86]', async ({ page }) => {
  await signInBrowser(page.context());
  await page.goto(`${server.url}/tenant/1`);
  const isShown = async () => {
    await expect(page.getByRole('heading', { name: 'Brimham Active', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Branding' })).toBeVisible();
  };
  await isShown();
  const paths = () =>
    page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const found = await paths();
  expect(OF_A_TENANT.map((path) => `/tenant/1${path}`).filter((path) => !found.includes(path))).toEqual([]);
  const others = ['/cron', '/monitor', '/database', '/environment', '/tools'];
  expect(others.filter((path) => !found.includes(path))).toEqual([]);
  for (const path of OF_A_TENANT) {
    await page.locator(`a[href="/tenant/1${path}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/tenant/1${path}(\\?|$)`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('There is no page at this address')).toHaveCount(0);
    await page.goBack();
    await isShown();
  }
});

test('Val is public and asks the local address once; a failure leaves it as it is; no other page can ask there [SHELL-05, VDA-02, VDA-03]', async ({
  page,
}) => {
  const local = 'http://localhost:8080/';
  const asked: string[] = [];
  let answers = false;
  await page.route(local, (route) => {
    asked.push(route.request().method());
    return answers ? route.fulfill({ body: 'Here.' }) : route.abort('connectionrefused');
  });
  await page.goto(`${server.url}/val`);
  await expect(page.getByRole('heading', { name: 'Val', level: 1 })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(`${local} could not be reached.`);
  await expect(page).toHaveURL(`${server.url}/val`);
  expect(asked).toEqual(['GET']);
  await expectAccessibleAtBothWidths(page);
  answers = true;
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(`${local} answers.`);
  expect(asked).toEqual(['GET', 'GET']);

  await page.goto(`${server.url}/about`);
  await expect(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
  const refused = page.evaluate((address) => fetch(address, { mode: 'no-cors' }).then(() => null, String), local);
  expect(await refused).toContain('TypeError');
  expect(asked).toHaveLength(2);
});

test('Debug is public; it sends nothing without tokens, and the tokens of the user after a sign-in [SHELL-06, VDA-04, VDA-05]', async ({
  page,
}) => {
  const seen = apiRequests(page);
  await page.goto(`${server.url}/debug`);
  await expect(page.getByText('There are no tokens in this tab')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/debug`);
  await expectAccessibleAtBothWidths(page);
  expect(seen).toEqual([]);

  await openSignedIn(page, server.url);
  const bodies = await collectBodies(page, '**/api/debug', 'POST');
  const answered = page.waitForResponse(`${server.url}/api/debug`);
  await page.goto(`${server.url}/debug`);
  const response = await answered;
  const kept = await page.evaluate(() => ({
    token: sessionStorage.getItem('token'),
    refresh_token: sessionStorage.getItem('refreshToken'),
  }));
  expect(response.request().postDataJSON()).toEqual(kept);
  expect(bodies).toEqual([{ warnings: [] }]);
  await expect(page.getByText('There are no warnings.')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
