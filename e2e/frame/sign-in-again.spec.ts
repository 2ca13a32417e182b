import { expect, test, type Page } from '@playwright/test';
import { cellsOf } from '../support/config-screen.ts';
import { ADMIN } from '../support/console.ts';
import { addPersonWithPassword, PASSWORD, signInAs } from '../support/people.ts';
import { editSetting, expectAccessible, save } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server, operator: elsewhere } = hostConsole();

const PRIYA = { user: 'priya.shah', password: PASSWORD };

/** Signs in, edits a setting, and has the session ended elsewhere. */
async function endWhileEditing(page: Page, value: string): Promise<void> {
  await signInAs(page.context(), server.url, ADMIN.user, ADMIN.password);
  await page.goto(`${server.url}/tenant/3/coursepro/config`);
  await editSetting(page, 'SESSION_LIFETIME', value);
  expect((await elsewhere.call('DELETE', '/api/me/sessions')).status).toBe(200);
  await expect(page.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible();
}

async function signInAgain(page: Page, { user, password }: typeof ADMIN): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await dialog.getByLabel('User').fill(user);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
}

/** Tab cycles inside the dialog. */
async function expectFocusStaysIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await dialog.getByLabel('Password').focus();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    // At its end, the focus passes over a guard beside the dialog.
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isInside, `Tab ${presses}`).toBe(true);
  }
}

test('a session ends with unsaved work: the same person signs in over the page and saves it', async ({ page }) => {
  await endWhileEditing(page, '47');
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectFocusStaysIn(page);
  await expect(dialog.getByLabel('User')).toHaveValue(ADMIN.user);
  await signInAgain(page, { ...ADMIN, password: 'wrong' });
  await expect(dialog.getByText('That user and password do not match.')).toBeVisible();
  await signInAgain(page, ADMIN);
  await expect(dialog).toBeHidden();
  await expect(cellsOf(page, 'SESSION_LIFETIME').nth(2)).toContainText('47');
  await save(page);
  await expect(page.getByText('Config successfully saved')).toBeVisible();
  await page.reload();
  await expect(cellsOf(page, 'SESSION_LIFETIME').nth(2)).toContainText('47');
});

test('another person who signs in there starts from scratch', async ({ page }) => {
  await addPersonWithPassword(server.url, elsewhere, { name: PRIYA.user, role: 'operator' });
  await endWhileEditing(page, '53');
  await signInAgain(page, PRIYA);
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(page.getByRole('banner').getByRole('button', { name: /priya\.shah/ })).toBeVisible();
  await page.goto(`${server.url}/tenant/3/coursepro/config`);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('SESSION_LIFETIME');
  await expect(cellsOf(page, 'SESSION_LIFETIME').nth(2)).toBeVisible();
  await expect(cellsOf(page, 'SESSION_LIFETIME').nth(2)).not.toContainText('53');
});

test('the work can be discarded, on a phone too', async ({ page }) => {
  await endWhileEditing(page, '53');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});
