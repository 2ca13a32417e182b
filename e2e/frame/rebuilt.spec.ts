import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server } = hostSignedIn();

const GONE = 'Mission Control was updated since the page was opened, or the connection is lost.';

test('a page whose code is gone reloads once automatically, then shows a message with a reload button', async ({
  page,
}) => {
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  await page.route('**/assets/cron-page-*.js', (route) => route.fulfill({ status: 404 }));
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.getByRole('link', { name: 'Cron Statistics' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeVisible();
  await expect(page.getByText(GONE)).toBeVisible();
  expect(loads).toBe(1);
  await expectAccessible(page);
  await page.unroute('**/assets/cron-page-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Cron Statistics', level: 1 })).toBeVisible();
});

test('a part whose code is gone does not affect its page, and shows a message on each click', async ({ page }) => {
  await page.goto(`${server.url}/tenant`);
  await page.route('**/assets/add-tenant-dialog-*.js', (route) => route.fulfill({ status: 404 }));
  const search = page.getByRole('searchbox', { name: 'Search tenants' });
  await search.fill('a');
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: 'Add tenant' }).click();
    await expect(page.getByText(GONE)).toHaveCount(times);
  }
  await expect(search).toHaveValue('a');
  await page.unroute('**/assets/add-tenant-dialog-*.js');
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await page.getByRole('button', { name: 'Add tenant' }).click();
  await expect(page.getByRole('dialog', { name: 'Add tenant' })).toBeVisible();
});

test('without a connection, a page whose code is not loaded yet says so, and opens once the connection is back', async ({
  page,
  context,
}) => {
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Databases' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeVisible();
  await expect(page.getByText(GONE)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Databases' }).click();
  await expect(page.getByRole('heading', { name: 'Databases', level: 1 })).toBeVisible();
});
