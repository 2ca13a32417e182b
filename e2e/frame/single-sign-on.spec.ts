import { expect, test, type Browser, type Page } from '@playwright/test';
import { TestProvider } from '../../server/src/ports/identity/testing/oidc-provider.ts';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { button, row, title, toast } from '../support/locators.ts';
import { expectAccessible } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

const AMELIA = { subject: 'sub-amelia', name: 'amelia.hart', groups: ['console-admins'] };
const ROLES = '{"console-admins": "admin", "support": "viewer"}';

let provider: TestProvider;
let server: HostedConsole;
test.beforeAll(async () => {
  provider = await new TestProvider().start();
  server = await startHostedConsole({ ...oidcSettings(), OIDC_CONTACT: 'it@example.com' });
});
test.beforeEach(() => {
  Object.assign(provider, { person: AMELIA, tamper: null });
  provider.register(server.url);
});
test.afterAll(async () => {
  await server.dispose();
  await provider.stop();
});

const oidcSettings = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.client.id,
  OIDC_CLIENT_SECRET: provider.client.secret,
  OIDC_ROLES: ROLES,
});

/** A browser without any sign-in. */
const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/** Signs in with the button, wherever the guard redirected the browser. */
const useButton = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Sign in with single sign-on' }).click();

async function signIn(browser: Browser): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(`${server.url}/tools`);
  await useButton(page);
  return page;
}

/** The user's row on the People page. */
const own = (page: Page) => page.getByRole('row', { name: /^amelia\.hart \(you\)/ });

const account = (page: Page, name = 'amelia.hart') =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(name) });

test('the first sign-in leads to the requested page, and the role follows the groups', async ({ page, browser }) => {
  await page.goto(`${server.url}/database?q=eu`);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expectAccessible(page);
  await useButton(page);
  await expect(page).toHaveURL(`${server.url}/database?q=eu`);
  await expect(account(page)).toBeVisible();
  await page.goto(`${server.url}/people`);
  await expect(own(page)).toContainText('Single sign-on');
  await own(page).dblclick();
  const panel = page.getByRole('dialog', { name: 'amelia.hart' });
  await expect(panel.getByLabel('Role')).toBeDisabled();
  await expect(panel.getByText('Comes from the groups at the identity provider.')).toBeVisible();

  provider.person = { ...AMELIA, groups: ['support'] };
  const other = await signIn(browser);
  await expect(account(other)).toBeVisible();
  await other.goto(`${server.url}/people`);
  await expect(other.getByText('This page is for admins')).toBeVisible();
  await expect(own(page)).toBeHidden();

  provider.person = { ...AMELIA, groups: ['somebody-else'] };
  const refused = await signIn(browser);
  await expect(refused.getByText('You are signed in as amelia.hart')).toBeVisible();
  await expect(refused.getByRole('alert')).toContainText('None of your groups has a role in Mission Control');
  await expect(refused.getByText('Ask it@example.com for access.')).toBeVisible();
  await expectAccessible(refused);
  await refused.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(refused);
  // The previous sessions end, with what they have open.
  await expect(other).toHaveURL(/\/auth\/login/);
  provider.person = AMELIA;
  await refused.getByRole('link', { name: 'Try again' }).click();
  await expect(refused).toHaveURL(`${server.url}/tools`);
});

test('a person who is disabled here is rejected, whatever the provider says', async ({ page, browser }) => {
  provider.person = { subject: 'sub-priya', name: 'priya.shah', groups: ['support'] };
  const priya = await signIn(browser);
  await expect(account(priya, 'priya.shah')).toBeVisible();
  await signInBrowser(page.context());
  await page.goto(`${server.url}/people`);
  await row(page, 'priya.shah').dblclick();
  await page.getByRole('dialog', { name: 'priya.shah' }).getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(toast(page, 'priya.shah disabled')).toBeVisible();
  await expect(priya).toHaveURL(/\/auth\/login/);
  await useButton(priya);
  await expect(priya.getByRole('alert')).toHaveText('This account is disabled.');
  await expectAccessible(priya);
  await page.getByRole('dialog', { name: 'priya.shah' }).getByRole('button', { name: 'Enable' }).click();
  await expect(toast(page, 'priya.shah enabled')).toBeVisible();
  await priya.getByRole('link', { name: 'Try again' }).click();
  await expect(account(priya, 'priya.shah')).toBeVisible();
});

test('the provider replaces its signing key, and signs a person out', async ({ browser }) => {
  const before = await signIn(browser);
  await expect(account(before)).toBeVisible();
  await provider.rotateKey();
  let sid = '';
  provider.tamper = (claims) => ((sid = String(claims['sid'])), claims);
  const page = await signIn(browser);
  await expect(account(page)).toBeVisible();
  await provider.logOut(AMELIA.subject, sid);
  await expect(page).toHaveURL(/\/auth\/login\?.*return_to=%2Ftools/);
  await before.goto(`${server.url}/tools`);
  await expect(account(before)).toBeVisible();
});

test('a response is accepted once and in its own browser; one from another issuer never', async ({ page, browser }) => {
  const responses: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/sso/callback')) responses.push(request.url());
  });
  await page.goto(`${server.url}/tools`);
  await useButton(page);
  await expect(account(page)).toBeVisible();
  const replayed = responses[0] ?? '';
  for (const victim of [page, await newPage(browser)]) {
    await victim.goto(replayed);
    await expect(victim.getByRole('alert')).toHaveText('This sign-in was already used, or is too old.');
  }
  await page.goto(`${server.url}/tools`);
  await expect(title(page, 'Tools')).toBeVisible();

  provider.tamper = (claims) => ({ ...claims, iss: 'https://evil.example' });
  const forged = await signIn(browser);
  await expect(forged.getByRole('alert')).toHaveText('The response of the sign-in provider could not be verified.');
  await forged.goto(`${server.url}/tools`);
  await expect(button(forged, 'Log in')).toBeVisible();
});

test('a provider that is down or not the expected one is named as the cause, and a password still works', async ({
  page,
  browser,
}) => {
  await provider.stop();
  const alone = await startHostedConsole({ ...oidcSettings(), OIDC_ONLY: 'on' });
  const wrong = await startHostedConsole({
    ...oidcSettings(),
    OIDC_ISSUER: provider.issuer.replace('localhost', '127.0.0.1'),
  });
  try {
    await page.goto(`${alone.url}/tools`);
    await expect(page.getByLabel('Password')).toBeHidden();
    await expectAccessible(page);
    await useButton(page);
    await expect(page.getByRole('alert')).toHaveText('The sign-in provider does not respond.');
    await expectAccessible(page);
    await page.goto(`${alone.url}/auth/password?link=x`);
    await expect(page.getByRole('alert')).toContainText('Passwords are not accepted here.');
    await page.goto(`${alone.url}/auth/sso?return_to=/tools`);
    await provider.start();
    provider.register(alone.url);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${alone.url}/tools`);

    const other = await newPage(browser);
    await other.goto(`${wrong.url}/tools`);
    await useButton(other);
    await expect(other.getByRole('alert')).toContainText('not the one this console is set up for');
    await other.getByRole('link', { name: 'Sign in with a password' }).click();
    await expect(other.getByLabel('Password')).toBeVisible();
  } finally {
    await alone.dispose();
    await wrong.dispose();
  }
});
