import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server } = hostSignedIn();

const table = (page: Page) => page.getByRole('table', { name: 'Utopia' });
const total = (page: Page) => page.getByLabel('Total', { exact: true });
const inPence = (text: string) => BigInt(text.replace(/[£,.]/g, ''));

test('columns, filters and prices lead to a total, stay in the address, and go into the file [UTO-08, UTO-09, UTO-10, UTO-11, UTO-12, UTO-13, UTO-18, UTO-31]', async ({
  page,
}) => {
  await page.goto(`${server.url}/tools`);
  await page.getByRole('link', { name: 'Utopia grid' }).click();
  await expect(page.getByRole('heading', { name: 'Utopia dashboard', level: 1 })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Tenant', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('button', { name: 'Remove column Bridge' }).click();
  await expect(page.getByRole('columnheader', { name: 'Bridge' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove column Gateway' }).click();
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('menuitem', { name: 'Bridge' }).click();
  await expect(page.getByRole('columnheader', { name: 'Bridge' })).toBeVisible();

  const before = inPence((await total(page).textContent()) ?? '');
  await page.getByRole('button', { name: 'Filter Region: Any' }).click();
  await page.getByRole('dialog', { name: 'Filter Region' }).getByLabel('EU').check();
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter Members: operator').selectOption('>=');
  await page.getByLabel('Filter Members: value').fill('1000');
  await expect(page.getByText(/^\d+ of 60 tenants$/)).toBeVisible();
  expect(inPence((await total(page).textContent()) ?? '')).toBeLessThan(before);
  await page.getByLabel('Price of Ads').fill('12.34');
  await page.getByLabel('Basis of Ads').selectOption('per site per month');
  const shown = (await total(page).textContent()) ?? '';
  expect(shown).toMatch(/^£[\d,]+\.\d\d$/);

  await expect(page).toHaveURL(/prices=.*has_ads.*bases=.*has_ads/);
  await page.reload();
  await expect(total(page)).toHaveText(shown);
  await expect(page.getByRole('columnheader', { name: 'Gateway' })).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^utopia-\d{4}-\d\d-\d\d-region-name-eu-members-gte-1000\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toMatch(/^Tenant,.*,Total Calculated Value$/);
  const sum = lines.slice(1).reduce((pence, line) => pence + inPence(line.slice(line.lastIndexOf(',') + 1)), 0n);
  expect(sum).toBe(inPence(shown));
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(lines.length + 1));
});
