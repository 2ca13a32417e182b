import { expect, test, type Page } from '@playwright/test';
import { press } from '../support/keys.ts';
import { addPersonWithPassword, openAs } from '../support/people.ts';
import { expectAccessible } from '../support/screens.ts';
import { hostSignedIn, openSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const box = (page: Page) => page.getByRole('combobox', { name: 'Search tenants, pages and actions' });
const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option');

const recentTenants = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('recentTenants') ?? '');

test('the palette opens over an editor, returns to it, and does not open over a dialog', async ({ page }) => {
  await page.goto(`${server.url}/tenant/1/coursepro/config`);
  const settings = page.getByRole('searchbox', { name: 'Search settings' });
  await settings.fill('DB');
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await expect(options(page, 'Pages').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(settings).toBeFocused();
  await expect(page.getByRole('listbox')).toBeHidden();
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Start typing to Search')).not.toBeFocused();
  await expect(dialog).toBeVisible();
});

test('the palette lists recently opened tenants, newest first, without deleted ones', async ({ page }) => {
  for (const id of [2, 3, 1]) {
    await page.goto(`${server.url}/tenant/${id}`);
    await expect.poll(() => recentTenants(page)).toContain(`"id":${id}`);
  }
  const kept = await recentTenants(page);
  await page.evaluate((text) => localStorage.setItem('recentTenants', text), kept.replace('"id":3', '"id":99'));
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(options(page, 'Recent tenants')).toHaveCount(3);
  await expect(options(page, 'Recent tenants').first()).toHaveText('Brimham Active');
  await options(page, 'Recent tenants').nth(1).click();
  await expect(page).toHaveURL(/\/tenant\/99$/);
  await expect(page.getByText('There is no tenant 99')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(options(page, 'Recent tenants')).toHaveCount(2);
});

test('the palette links to pages of the open tenant', async ({ page }) => {
  await page.goto(`${server.url}/tenant/1`);
  await expect(page.getByRole('heading', { name: 'Brimham Active', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cconf');
  // From 17:00 on, its saved changes have been waiting for a day; that reason comes first and links to the same page.
  const link = options(page, 'Brimham Active').filter({ hasText: /^CoursePro config$/ });
  await expect(link.locator('mark')).toHaveText(['C', 'conf']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tenant\/1\/coursepro\/config$/);
});

test('Enter before the response waits for it', async ({ page }) => {
  await openSignedIn(page, server.url);
  const answers = Promise.withResolvers<void>();
  await page.route(/\/api\/(?:omnisearch|palette)/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('brimham act');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Searching')).toBeAttached();
  await expect(page).toHaveURL(/\/tenant(\?|$)/);
  answers.resolve();
  await expect(page).toHaveURL(/\/tenant\/1$/);
});

/** Types into the palette and waits for the selected option. */
async function typeFor(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: option, selected: true })).toBeVisible();
}

test('maintenance for two hours and a commit, with the palette and the keyboard alone', async ({ page }) => {
  await openSignedIn(page, server.url);
  await typeFor(page, 'maintenance on 2 h coursepro brimham active', /^Turn maintenance of Brimham Active on until/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Brimham Active');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Maintenance of Brimham Active is on until/)).toBeVisible();
  await typeFor(page, 'brimham active', /^Brimham Active$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: 'Maintenance' }).first()).toBeChecked();
  await expect(page.getByText(/^Members see the maintenance page; ends in/).first()).toBeVisible();

  await typeFor(page, 'commit coursepro', /^Commit CoursePro config of Brimham Active/);
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Commit CoursePro config' });
  await press(page, review.getByRole('button', { name: 'Commit', exact: true }));
  await expect(page.getByText('Config successfully exported')).toBeVisible();
});

test('a log level for 15 minutes, with the palette and the keyboard alone', async ({ page }) => {
  await openSignedIn(page, server.url);
  await typeFor(page, 'log level debug 15 min brimham active', /^Set the log level of Brimham Active to DEBUG until/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The log level of Brimham Active is DEBUG until/)).toBeVisible();
  const { body } = await operator.call('GET', '/api/tenant/1');
  expect(body).toMatchObject({ tenant: { log_level: { current_level: 'DEBUG' } } });
});

test('the palette offers no change to a viewer, and finds what they may see', async ({ browser }) => {
  await addPersonWithPassword(server.url, operator, { name: 'vera.lind', role: 'viewer' });
  const page = await openAs(browser, server.url, 'vera.lind', '/tools');
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible();
  for (const text of [
    'maintenance on 2 h brimham active',
    'commit coursepro brimham active',
    'log level debug brimham',
  ]) {
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await box(page).fill(text);
    await expect(page.getByText('Only an operator or an admin may change a tenant. You are a viewer.')).toBeVisible();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await typeFor(page, 'brimham active', /^Brimham Active$/);
});

test('the palette fills the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, server.url);
  await box(page).click();
  await expect(options(page, 'Pages').first()).toBeVisible();
  const list = await page.getByRole('listbox').boundingBox();
  expect(list?.width).toBeGreaterThan(360);
  expect((await options(page, 'Pages').first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await box(page).fill('zzzz');
  await expect(page.getByText('No tenant has “zzzz” in its name.')).toBeVisible();
  await expectAccessible(page);
});
