import { expect, test, type Page } from '@playwright/test';
import { ADMIN } from '../support/console.ts';
import { button, row, toast } from '../support/locators.ts';
import { addPersonWithPassword, signInAs } from '../support/people.ts';
import { expectAccessible } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server, operator } = hostConsole();
/** Passkeys need a name: that of this machine. */
let url = '';
test.beforeAll(async () => {
  url = server.url.replace('127.0.0.1', 'localhost');
});

/** Gives the page's browser an authenticator that keeps passkeys and verifies its person. */
async function plugIn(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a person adds a passkey, signs in with it, renames it, and an admin removes it', async ({ page, browser }) => {
  await addPersonWithPassword(server.url, operator, { name: 'priya.shah', role: 'operator' });
  await plugIn(page);
  await signInAs(page.context(), url, 'priya.shah');
  await page.goto(`${url}/me`);
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('Laptop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys (1)' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${url}/auth/login?other=1&return_to=/me`);
  await expectAccessible(page);
  await button(page, 'Sign in with a passkey').click();
  await expect(page.getByRole('banner').getByRole('button', { name: /priya\.shah/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('last used');
  await button(page, 'Rename Laptop').click();
  await page.getByRole('dialog', { name: 'Rename Laptop' }).getByLabel('Name').fill('Old laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Old laptop')).toBeVisible();

  // An admin in another browser, which has no passkey.
  const admin = await (await browser.newContext()).newPage();
  await signInAs(admin.context(), url, ADMIN.user, ADMIN.password);
  await admin.goto(`${url}/people`);
  await expect(row(admin, 'priya.shah')).toContainText('Password + Passkey');
  await row(admin, 'priya.shah').dblclick();
  await admin.getByRole('button', { name: 'Remove Old laptop' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(admin, 'Passkey removed')).toBeVisible();

  await page.goto(`${url}/auth/login?other=1`);
  await button(page, 'Sign in with a passkey').click();
  await expect(page.getByRole('alert').first()).toHaveText(
    'That passkey was not accepted. Try again, or use your password.',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test('passkeys are offered at the address of the console only', async ({ page }) => {
  await page.goto(`${server.url}/auth/login`);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await signInAs(page.context(), server.url, ADMIN.user, ADMIN.password);
  await page.goto(`${server.url}/me`);
  await button(page, 'Add passkey').hover();
  await expect(page.getByText(`Passkeys work at ${url} only.`)).toBeVisible();
});
