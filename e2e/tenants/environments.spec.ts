import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { listTenants } from '../support/fleet.ts';
import { tenantNames } from '../support/locators.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let all: EnvironmentDetailRow[];
let tenants: TenantRow[];
test.beforeAll(async () => {
  all = ((await operator.call('GET', '/api/environment')).body as { environments: EnvironmentDetailRow[] })
    .environments;
  tenants = await listTenants(operator);
});

const bodyRows = (page: Page) => page.getByRole('table', { name: 'Environments' }).locator('tbody').getByRole('row');

/** Opens the list and filters it to one row. */
async function find(page: Page, search: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search environments' }).fill(search);
  await expect(bodyRows(page)).toHaveCount(1);
  return bodyRows(page).getByRole('cell');
}

async function open(page: Page): Promise<void> {
  await page.goto(`${server.url}/environment`);
  await expect(bodyRows(page).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

function environmentLike(fits: (row: EnvironmentDetailRow) => boolean): EnvironmentDetailRow {
  const row = all.find(fits);
  if (!row) throw new Error('The platform has no such environment.');
  return row;
}

test('the list has six columns, read from one call, and a row shows the environment in them [ENV-01, ENV-02, ENV-04]', async ({
  page,
}) => {
  const asked = apiRequests(page);
  await open(page);
  expect(new Set(asked.filter(({ name }) => name.includes('environment')).map(({ name }) => name))).toEqual(
    new Set(['GET /api/environment']),
  );
  await expect(page.getByRole('columnheader')).toHaveText(['Id', 'Name', 'InstanceId', 'Group', 'Region', 'FQDN']);
  await expect(bodyRows(page)).toHaveCount(10);
  const row = environmentLike(({ tenant_count: count }) => count > 1);
  const cells = await find(page, row.environment_id);
  await expect(cells).toHaveText([
    String(row._id),
    new RegExp(`^${row.environment_name}.*${row.tenant_count} tenants$`),
    row.environment_id,
    row.group_name ?? '',
    row.region?.description ?? '',
    row.fqdn,
  ]);
});

test('the group is a blue or a green chip, according to its name [ENV-03]', async ({ page }) => {
  await open(page);
  for (const hue of ['blue', 'green']) {
    const row = environmentLike(({ group_name: group }) => group?.endsWith(hue) === true);
    const chip = (await find(page, row.environment_id)).nth(3).getByText(row.group_name ?? '', { exact: true });
    const [red = 0, green = 0, blue = 0] = await chip.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) throw new Error('The browser has no canvas.');
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    expect(hue === 'blue' ? blue > Math.max(red, green) : green > Math.max(red, blue)).toBe(true);
  }
});

test('an environment links to its tenants, and back to all of them', async ({ page }) => {
  await open(page);
  const row = environmentLike(({ tenant_count: count }) => count > 1 && count < 10);
  await find(page, row.environment_id);
  await page.getByRole('link', { name: row.environment_name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/tenant\\?environment=${row._id}$`));
  const placed = tenants.filter((tenant) => tenant.environment_ids.includes(row._id));
  expect(placed).toHaveLength(row.tenant_count);
  const shown = placed.filter((tenant) => tenant.tenant_status === '1').map((tenant) => tenant.tenant_name);
  const names = tenantNames(page);
  await expect(names).toHaveCount(shown.length);
  expect((await names.allTextContents()).toSorted()).toEqual(shown.toSorted());
  await expect(page.getByText(`(${tenants.length - shown.length} items hidden)`)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Remove filter Environment' }).click();
  await expect(names).toHaveCount(10);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search environments' })).toHaveValue(row.environment_id);
});

test('a search without results shows how many items are filtered; desktop and phone are accessible', async ({
  page,
}) => {
  await open(page);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('searchbox', { name: 'Search environments' }).fill('zzzz');
  await expect(page.getByText(`No results found. (${all.length} items filtered)`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(bodyRows(page)).toHaveCount(10);
});
