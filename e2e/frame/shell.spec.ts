import { expect, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths, signInOn } from '../support/screens.ts';
import { hostConsole, openSignedIn, signInBrowser } from '../support/signed-in.ts';

const { server } = hostConsole();

const PROTECTED = ['/tenant', '/tenant/1', '/tenant/1/coursepro/config'];

for (const path of PROTECTED) {
  test(`${path} without a sign-in redirects to the sign-in form and back [SHELL-01, SHELL-02, SHELL-09, SHELL-14, SHELL-15, SHELL-18, AUTH-04]`, async ({
    page,
  }) => {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(/\/auth\/login/);
    await expectAccessible(page);
    await page.getByLabel('User').fill('admin');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
    await page.reload();
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
    expect(page.url()).not.toContain('#');
    await expect(page).toHaveTitle('Mission Control');
  });
}

test('unknown addresses show the not-found page and keep the URL [SHELL-08]', async ({ page }) => {
  await page.goto(`${server.url}/nope`);
  await expect(page.getByText('Error - page not found')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/nope`);
  await expectAccessible(page);
});

test('/about is public and shows the version placeholder [SHELL-04, VDA-01]', async ({ page }) => {
  await page.goto(`${server.url}/about`);
  await expect(page.getByText('?', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/about`);
  await expectAccessible(page);
});

test('the shell has title, search, user chip, drawer and footer [SHELL-66..72, SHELL-76, SHELL-80, SHELL-82]', async ({
  page,
}) => {
  await openSignedIn(page, server.url);
  await expect(page.getByRole('banner')).toContainText('Mission Control');
  await expect(page.getByPlaceholder('Start typing to Search')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /admin/ })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  const drawer = page.getByRole('navigation').first();
  expect((await drawer.boundingBox())?.width).toBe(160);
  // The background is on the root element; the body is transparent.
  const [background, text] = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement);
    return [backgroundColor, color].map((rgb) => (rgb.match(/[\d.]+/g) ?? []).map(Number));
  });
  // A fourth number would be opacity.
  expect(background).toHaveLength(3);
  expect(Math.max(...(background ?? [255]))).toBeLessThan(40);
  expect(Math.min(...(text ?? [0]))).toBeGreaterThan(200);
  await page.setViewportSize({ width: 500, height: 900 });
  expect((await drawer.boundingBox())?.width).toBe(48);
  // The label is for screen readers only.
  expect((await drawer.getByText('Tenants').boundingBox())?.width).toBeLessThanOrEqual(1);
  await drawer.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await drawer.getByRole('link', { name: 'Tenants' }).click();
  await expect(page).toHaveURL(/\/tenant/);
});

test('Logout clears the login and does not sign in again automatically [SHELL-70, AUTH-16]', async ({ page }) => {
  await signInOn(page, server.url);
  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(
    page.getByRole('link', { name: 'Log in' }).or(page.getByRole('button', { name: 'Log in' })),
  ).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBeLessThan(2);
  await page.goto(`${server.url}/tenant/1`);
  await expect(page).not.toHaveURL(/tenant\/1$/);
});

test('the global search opens a tenant by keyboard [SRCH-01..05]', async ({ page }) => {
  await openSignedIn(page, server.url);
  await page.keyboard.press('Control+k');
  const asked = page.waitForRequest((request) => request.url().includes('/api/omnisearch/?val=a%26b'));
  await page.getByPlaceholder('Start typing to Search').fill('a&b');
  await asked;
  await page.getByPlaceholder('Start typing to Search').fill('brim');
  await expect(page.getByRole('option', { name: /Brimham Active/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tenant\/1$/);
});

test('every screen passes axe on desktop and phone', async ({ page }) => {
  await signInBrowser(page.context());
  for (const path of PROTECTED) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessibleAtBothWidths(page);
  }
});

test('in high contrast, the focus and switches stay visible, where browsers draw neither shadows nor backgrounds', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInBrowser(page.context());
  await page.goto(`${server.url}/tenant/1`);
  const control = page.getByRole('switch').first();
  await expect(control).toHaveCSS('border-style', 'solid');
  await page.keyboard.press('Tab');
  for (const focused of [page.locator(':focus'), control]) {
    await focused.focus();
    await expect(focused).toHaveCSS('outline-style', 'solid');
    await expect(focused).toHaveCSS('outline-width', '2px');
  }
});
