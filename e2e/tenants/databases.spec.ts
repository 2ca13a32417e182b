import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const bodyRows = (page: Page) => page.getByRole('table', { name: 'Databases' }).locator('tbody').getByRole('row');
const readRows = async () =>
  ((await operator.call('GET', '/api/database')).body as { databases: DatabaseRow[] }).databases;

async function open(page: Page, address = '/database'): Promise<void> {
  await page.goto(`${server.url}${address}`);
  await expect(page.getByRole('heading', { name: 'Databases', level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

test('the list shows real samples, ten servers a page, and search narrows it [DB-01, DB-02, DB-03, DB-05, DB-09]', async ({
  page,
}) => {
  // The worker takes its first sample on startup.
  await expect
    .poll(async () => (await readRows()).every((row) => row.db_activity_average !== 'n/a'), { timeout: 20_000 })
    .toBe(true);
  const all = await readRows();
  await open(page);
  await expect(page.getByRole('columnheader', { name: 'Load', exact: true })).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(10);
  const sparks = bodyRows(page).locator('svg[data-shade]');
  await expect(sparks).toHaveCount(10);
  expect(await sparks.first().boundingBox()).toMatchObject({ width: 128, height: 40 });
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(bodyRows(page)).toHaveCount(all.length - 10);
  await page.getByRole('searchbox', { name: 'Search databases' }).fill('eu-db-03');
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toBeVisible();
  await expect(page).toHaveURL(/q=eu-db-03/);
});

test('pointer and arrow keys show the values of the activity', async ({ page }) => {
  await open(page, '/database?q=eu-db-03');
  const spark = page.getByRole('slider', { name: '24hrs activity of eu-db-03' });
  await spark.focus();
  await page.keyboard.press('End');
  await expect(spark).toHaveAttribute('aria-valuetext', /\d\d:\d\d: at most \d+ active connections?$/);
  await spark.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/\d\d:\d\d: at most \d+ active connections?$/);
});

test('a server leads to its tenants; its detached databases are read on request', async ({ page }) => {
  await open(page, '/database?q=eu-db-03');
  await page.getByRole('link', { name: 'eu-db-03', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'eu-db-03' });
  await panel.getByRole('button', { name: 'Query the server' }).click();
  await expect(panel.getByText('No detached databases.')).toBeVisible();
  await expect(page).toHaveURL(/database=\d+/);
  const tenant = panel.getByRole('region', { name: 'Tenants' }).getByRole('link').first();
  const name = (await tenant.textContent()) ?? '';
  await tenant.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const)
  test(`rows keep their height and position when they finish loading, at ${width} px`, async ({ page }) => {
    const loaded = Promise.withResolvers<void>();
    await page.route('**/api/database', async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.setViewportSize({ width, height });
    await page.goto(`${server.url}/database`);
    const rows = page.getByRole('table', { name: 'Databases' }).locator('tbody tr');
    const places = () =>
      rows.evaluateAll((all) =>
        all.map((row) => [row.getBoundingClientRect().top, row.getBoundingClientRect().height]),
      );
    await expect(rows).toHaveCount(10);
    await expect(bodyRows(page)).toHaveCount(0);
    const before = await places();
    loaded.resolve();
    await expect(bodyRows(page)).toHaveCount(10);
    expect(await places()).toEqual(before);
  });

test('a failure is shown with a retry, which recovers [DB-12] (C-121)', async ({ page }) => {
  let fails = true;
  await page.route('**/api/database', (route) =>
    fails ? route.fulfill({ status: 500, json: { error: 'It is broken.', code: 'internal' } }) : route.continue(),
  );
  await page.goto(`${server.url}/database`);
  await expect(page.getByText('The databases could not be loaded')).toBeVisible({ timeout: 20_000 });
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(bodyRows(page)).toHaveCount(10);
});

test('the page is usable on desktop and phone, with and without the panel', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('slider').first()).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'eu-db-03', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Detached databases' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
