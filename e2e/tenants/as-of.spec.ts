import { expect, test, type Page } from '@playwright/test';
import { button, row } from '../support/locators.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const CONFIG = '/api/tenant/1/coursepro';
const { server, operator } = hostSignedIn();
/** A time before all changes of these journeys, and after the start of history. */
let before: string;
const listAt = (at: string) => operator.call('GET', `/api/tenant/as-of?at=${at}`);

test.beforeAll(async () => {
  await expect(async () => {
    before = new Date().toISOString();
    expect((await listAt(before)).status).toBe(200);
  }).toPass();
});

const changed = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('the list as of a time stays constant while others change tenants, and shows what they changed', async ({
  page,
}) => {
  await page.goto(`${server.url}/tenant?at=${before}`);
  await expect(row(page, 'Brimham Active')).toBeVisible();
  await expect(changed(page, 'Nothing in this list has changed since.')).toBeVisible();
  await expect(button(page, 'Only what differs now')).toBeDisabled();

  expect(await operator.call('PATCH', '/api/tenant/1', { status: false })).toMatchObject({ status: 200 });
  const added = { tenant: 'Newly Added', account: 1, region: 1 };
  expect(await operator.call('PUT', '/api/tenant/', added)).toMatchObject({ status: 200 });
  await expect(changed(page, 'Since then 1 has changed, 1 was added.')).toBeVisible();
  await button(page, 'Only what differs now').click();
  await expect(page.getByRole('table', { name: 'Tenants' }).locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(row(page, 'Brimham Active')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await button(page, 'Tenants').click();
  await expect(page).not.toHaveURL(/at=/);
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('newly');
  await expect(row(page, 'Newly Added')).toBeVisible();

  await page.goto(`${server.url}/tenant?at=2020-01-01T00:00:00Z`);
  await expect(page.getByText(/History is kept since .* UTC\. Choose a later time\./)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await button(page, 'Show its beginning').click();
  await expect(row(page, 'Brimham Active')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('a config as of a time names the revision at that time, and what others have changed since', async ({ page }) => {
  const save = async (value: string) =>
    (await operator.call('POST', CONFIG, { changed: [{ key: 'BASKET_TIMEOUT', value, type: 1 }] })).body;
  const { revision } = (await save('41')) as { revision: number };
  // The panel begins with the time an hour ago.
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.goto(`${server.url}/tenant/1/coursepro/config?panel=revisions`);
  const panel = page.getByRole('dialog', { name: 'Revisions' });
  await panel.getByRole('button', { name: 'As of' }).click();
  await expect(panel.getByText(`Saved: revision ${revision}, admin`)).toBeVisible();
  await expect(panel.getByText('Nothing saved has changed since.')).toBeVisible();
  await save('42');
  await expect(panel.getByRole('region', { name: 'BASKET_TIMEOUT' })).toContainText(/41[\s\S]*42/);
  await expectAccessibleAtBothWidths(page);
  await panel.getByRole('button', { name: 'All settings at that time' }).click();
  await panel.getByRole('button', { name: 'Next page' }).click();
  await panel.getByRole('button', { name: 'Previous page' }).click();
  await expect(panel.getByRole('row').filter({ hasText: 'BASKET_TIMEOUT' })).toContainText('41');
  await expectAccessibleAtBothWidths(page);
  await panel.getByLabel('As of (your time)').fill('2001-01-01T00:00');
  await expect(panel.getByText('Nothing had been saved yet.')).toBeVisible();
});
