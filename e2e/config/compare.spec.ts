import { expect, test, type Page } from '@playwright/test';
import { listTenants } from '../support/fleet.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let names: string[];
let ids: number[];
test.beforeAll(async () => {
  const tenants = await listTenants(operator);
  const chosen = tenants.filter((row) => row.coursepro_tenant && row.tenant_status === '1').slice(0, 2);
  [ids, names] = [chosen.map((row) => row._id), chosen.map((row) => row.tenant_name)];
  for (const [at, id] of ids.entries())
    await operator.call('POST', `/api/tenant/${id}/coursepro`, {
      added: [
        { key: 'COMPARED_EQUAL', value: 'same', type: 2 },
        { key: 'COMPARED_PASSWORD', value: `swordfish-${at}`, type: 2 },
        ...(at === 0 ? [{ key: 'COMPARED_ONLY_HERE', value: 'x', type: 2 }] : []),
      ],
    });
});

const table = (page: Page) => page.getByRole('table', { name: 'Compared settings' });
const cellsOf = (page: Page, key: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: key, exact: true }) })
    .getByRole('cell');

test('from the editor of a config, another tenant is added, and the differences appear side by side', async ({
  page,
}) => {
  await page.goto(`${server.url}/tenant/${ids[0]}/coursepro/config`);
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await expect(page).toHaveURL(/\/compare\?service=coursepro&tenants=/);
  await page.getByLabel('Add a tenant').fill(names[1] ?? '');
  await page.getByRole('option', { name: names[1] ?? '', exact: true }).click();
  await expect(table(page).getByRole('columnheader')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('compared');
  await expect(cellsOf(page, 'COMPARED_ONLY_HERE')).toHaveText(['x', 'missing']);
  await expect(cellsOf(page, 'COMPARED_PASSWORD')).toHaveText(['hidden A', 'hidden B']);
  await expect(cellsOf(page, 'COMPARED_EQUAL')).toHaveCount(0);
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(cellsOf(page, 'COMPARED_EQUAL')).toHaveText(['same', 'same']);
  await expect(page.getByText('swordfish')).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);

  await operator.call('POST', `/api/tenant/${ids[1]}/coursepro`, {
    changed: [{ key: 'COMPARED_EQUAL', value: 'other', type: 2 }],
  });
  await expect(cellsOf(page, 'COMPARED_EQUAL')).toHaveText(['same', 'other']);

  // The most frequent value becomes the change for all.
  await page.getByRole('link', { name: 'Change COMPARED_EQUAL on these tenants' }).click();
  await expect(page.getByLabel('Setting', { exact: true })).toHaveValue('COMPARED_EQUAL');
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('same');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('row').filter({ hasText: names[1] ?? '' })).toContainText('same');
  await page.goBack();

  await page.getByText('Default template').click();
  await expect(table(page).getByRole('columnheader')).toHaveCount(4);
  await page.getByRole('button', { name: `Leave out ${names[1]} CoursePro` }).click();
  await expect(table(page).getByRole('columnheader')).toHaveCount(3);
});

test('a filtered list links to the comparison, and keys scroll it under its headers', async ({ page }) => {
  await page.goto(`${server.url}/tenant?service=coursepro&region=ap-sydney-1`);
  await page.getByRole('link', { name: 'Compare their configs' }).click();
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(table(page)).toBeVisible();
  const region = page.getByRole('region', { name: 'Comparison' });
  await region.focus();
  await page.keyboard.press('End');
  await expect.poll(() => region.evaluate((box) => box.scrollTop)).toBeGreaterThan(100);
  await expect(table(page).getByRole('columnheader', { name: 'Setting' })).toBeInViewport();
});
