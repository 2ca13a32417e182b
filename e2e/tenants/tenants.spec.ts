import { setTimeout as pause } from 'node:timers/promises';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { listTenants } from '../support/fleet.ts';
import { collectBodies } from '../support/screens.ts';
import { apiRequests, hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let rows: TenantRow[];
test.beforeAll(async () => {
  rows = await listTenants(operator);
});

const bodyRows = (page: Page) => page.getByRole('table', { name: 'Tenants' }).locator('tbody').getByRole('row');
const cellsOf = (page: Page, name: string) =>
  bodyRows(page)
    .filter({ has: page.getByRole('cell', { name, exact: true }) })
    .getByRole('cell');
/** The days count down while the journeys run over midnight. */
const brimhamExpiry = (): string => {
  const { licence_expires: date } = rowLike((row) => row.tenant_name === 'Brimham Active');
  const today = new Date().toISOString().slice(0, 10);
  return `Expires in ${(Date.parse(date ?? '') - Date.parse(today)) / 86_400_000} days`;
};
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search tenants' });

/** Opens the list with every tenant and waits for its rows. */
async function openList(page: Page, search = '?inactive=true'): Promise<void> {
  await page.goto(`${server.url}/tenant${search}`);
  await expect(bodyRows(page).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The first matching tenant; the sandbox fleet has one of each kind. */
function rowLike(fits: (row: TenantRow) => boolean): TenantRow {
  const row = rows.find(fits);
  if (!row) throw new Error('The fleet has no such tenant.');
  return row;
}

test('the list has thirteen columns, and a row shows the tenant in them; the licence is Expired, Expires in N days or an Invalid date [TLS-09..20, TLS-22, TLS-59]', async ({
  page,
}) => {
  await openList(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Region',
    'Name',
    'Account',
    'Active',
    'Services',
    'Deployment',
    'CoursePro Version',
    'DB Version',
    'DB Host Label',
    'Bridge',
    'Licence',
    'Members',
    'Actions',
  ]);
  await searchBox(page).fill('brimham');
  await expect(bodyRows(page)).toHaveCount(1);
  const cells = cellsOf(page, 'Brimham Active');
  await expect(cells.nth(0).getByLabel('eu-west-1')).toBeVisible();
  await expect(cells.nth(3).getByLabel('Active', { exact: true })).toBeVisible();
  await expect(cells.nth(4)).toHaveText('CH2CoPSI');
  const shown = await cells.allTextContents();
  expect([1, 2, 5, 6, 7, 8, 9, 10, 11].map((column) => shown[column])).toEqual([
    'Brimham Active',
    'Brimham & Dale Leisure Ltd',
    'PROD',
    '4.18.1',
    '3.214',
    'eu-db-03',
    'Xn',
    brimhamExpiry(),
    '21,904',
  ]);
  const inactive = rowLike((row) => row.tenant_status === '0');
  await searchBox(page).fill(inactive.tenant_name);
  await expect(cellsOf(page, inactive.tenant_name).nth(3).getByLabel('Inactive', { exact: true })).toBeVisible();
  const uncounted = rowLike((row) => row.total_members === null);
  await searchBox(page).fill(uncounted.tenant_name);
  await expect(cellsOf(page, uncounted.tenant_name).nth(11)).toHaveText('n/a');

  const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
  const wanted = [
    { row: rowLike(({ licence_expires: date }) => date === day(-1)), text: 'Expired' },
    { row: rowLike(({ licence_expires: date }) => date === day(90)), text: 'Expires in 90 days' },
    {
      row: rowLike(({ licence_expires: date }) => date !== null && !/^\d{4}-\d\d-\d\d/.test(date)),
      text: 'Invalid date',
    },
  ];
  for (const { row, text } of wanted) {
    await searchBox(page).fill(row.tenant_name);
    await expect(cellsOf(page, row.tenant_name).nth(10)).toHaveText(text);
  }
});

test('View, Enter and a double-click open the tenant, and Back returns to the search [TLS-21, TLS-40]', async ({
  page,
}) => {
  await openList(page, '?q=brimham');
  await page.getByRole('link', { name: 'View Brimham Active' }).click();
  await expect(page).toHaveURL(/\/tenant\/1$/);
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('brimham');
  await bodyRows(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tenant\/1$/);
  await page.goBack();
  await bodyRows(page).first().dblclick();
  await expect(page.getByRole('heading', { name: 'Brimham Active', level: 1 })).toBeVisible();
});

test('a double-click right after typing opens the tenant, however long its page loads [TLS-39, TLS-40]', async ({
  page,
}) => {
  await page.route(/tenant-page.*\.js/, async (route) => {
    await pause(700);
    await route.continue();
  });
  await openList(page, '');
  await searchBox(page).fill('brimham');
  await page.getByRole('row', { name: /Brimham Active/ }).dblclick();
  await expect(page.getByRole('heading', { name: 'Brimham Active', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('brimham');
});

test('Show inactive adds the inactive tenants, and the browser remembers it [TLS-38, TLS-44]', async ({ page }) => {
  const inactive = rows.filter((row) => row.tenant_status === '0').length;
  expect(inactive).toBeGreaterThan(0);
  await openList(page, '');
  await expect(page.getByText(`of ${rows.length - inactive}`, { exact: false })).toBeVisible();
  await page.getByRole('switch', { name: 'Show inactive' }).click();
  await expect(page.getByText(`1–10 of ${rows.length}`)).toBeVisible();
  await openList(page, '');
  await expect(page.getByRole('switch', { name: 'Show inactive' })).toBeChecked();
  await expect(page.getByText(`1–10 of ${rows.length}`)).toBeVisible();
});

test('a search without results shows how many items are filtered, and can be cleared; Refresh clears the cache of the server and reads the list again [TLS-39, TLS-41, TLS-42]', async ({
  page,
}) => {
  await openList(page);
  await searchBox(page).fill('zzzz');
  await expect(page.getByText(`No results found. (${rows.length} items filtered)`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(bodyRows(page)).toHaveCount(10);

  const asked = apiRequests(page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect
    .poll(() => asked.map(({ name }) => name).filter((name) => name.startsWith('GET /api/tenant')))
    .toEqual(['GET /api/tenant/refresh', 'GET /api/tenant']);
});

test('a page has ten rows, and pages appear with the eleventh [TLS-45, TLS-46]', async ({ page }) => {
  let size = 25;
  await page.route('**/api/tenant', async (route) => {
    const { tenants } = (await (await route.fetch()).json()) as { tenants: TenantRow[] };
    await route.fulfill({ json: { tenants: tenants.slice(0, size) } });
  });
  await openList(page);
  await expect(bodyRows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(bodyRows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/page=3/);
  await page.getByRole('button', { name: 'Page 1' }).click();
  for (const [many, shown] of [
    [11, '1–10 of 11'],
    [10, '10 rows'],
  ] as const) {
    size = many;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await expect(bodyRows(page)).toHaveCount(10);
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toHaveCount(many - 10);
  }
});

test('a list that cannot be read shows the request id, and Retry loads it', async ({ page }) => {
  await page.route('**/api/tenant', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken.', code: 'internal', request_id: 'req-of-test' } }),
  );
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByText('The tenant list could not be loaded')).toBeVisible();
  await expect(page.getByText('req-of-test')).toBeVisible();
  await page.unroute('**/api/tenant');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(bodyRows(page)).toHaveCount(10);
});

test('changes by a second operator appear in the list without a reload', async ({ page }) => {
  const { _id, tenant_name } = rowLike((row) => row.tenant_status === '1' && row._id > 40);
  await openList(page, `?q=${encodeURIComponent(tenant_name)}&inactive=true`);
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  const state = cellsOf(page, tenant_name).nth(3);
  await expect(state.getByLabel('Active', { exact: true })).toBeVisible();
  await operator.call('PATCH', `/api/tenant/${_id}`, { status: false });
  await expect(state.getByLabel('Inactive', { exact: true })).toBeVisible();
  await operator.call('PATCH', `/api/tenant/${_id}`, { status: true });
  await expect(state.getByLabel('Active', { exact: true })).toBeVisible();
});

/** Opens a tenant's page and waits for its head. */
async function openTenant(page: Page, { _id, tenant_name }: Pick<TenantRow, '_id' | 'tenant_name'>): Promise<void> {
  await page.goto(`${server.url}/tenant/${_id}`);
  await expect(page.getByRole('heading', { name: tenant_name, level: 1 })).toBeVisible();
}

const brimham = { _id: 1, tenant_name: 'Brimham Active' };
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const switchOf = (place: Page | Locator, name: string) => place.getByRole('switch', { name, exact: true });
const courseproCard = (page: Page) => page.getByRole('region', { name: 'CoursePro', exact: true });

/** Toggles a switch; returns the PATCH body without the version, after the response. */
async function move(page: Page, name: string, place: Page | Locator = page): Promise<unknown> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH'),
    switchOf(place, name).click(),
  ]);
  expect(answer.status()).toBe(200);
  const { version, ...change } = answer.request().postDataJSON() as Record<string, unknown>;
  expect(version).toEqual(expect.any(Number));
  return change;
}

test("the head shows the tenant's name, group, flag and account [TEN-12, TEN-13, TEN-14, TEN-15]", async ({ page }) => {
  const groups = [
    ['dev', 'DEV'],
    ['staging', 'STAGE'],
    ['production', 'PROD'],
  ] as const;
  for (const [group, tag] of groups) {
    const row = rowLike((one) => one.deployment_group === group);
    await openTenant(page, row);
    const head = page.getByRole('main');
    await expect(head.getByRole('button', { name: `Deployment group: ${tag}` })).toBeVisible();
    await expect(head.getByLabel(row.region)).toBeVisible();
    await expect(head.getByText(row.account_name)).toBeVisible();
  }
});

test('Production and Active send staging and status, and a reload keeps them [TEN-20..23]', async ({ page }) => {
  const row = rowLike((one) => one._id > 1 && one.tenant_status === '1' && one.deployment_group === 'production');
  await openTenant(page, row);
  await expect(switchOf(page, 'Production')).toBeChecked();
  await expect(switchOf(page, 'Active')).toBeChecked();
  expect(await move(page, 'Production')).toEqual({ staging: true });
  expect(await move(page, 'Active')).toEqual({ status: false });
  await page.reload();
  await expect(switchOf(page, 'Production')).not.toBeChecked();
  await expect(switchOf(page, 'Active')).not.toBeChecked();
  expect(await move(page, 'Production')).toEqual({ staging: false });
  expect(await move(page, 'Active')).toEqual({ status: true });
});

test('the page shows environments, a warning where they do not match, and a card for each service [TEN-24, TEN-25, TEN-28, TEN-29]', async ({
  page,
}) => {
  await openTenant(page, brimham);
  await expect(headings(page)).toHaveText([
    'CoursePro',
    'HomePortal2',
    'Strive',
    'Insight',
    'Coach Portal',
    'Parent Portal',
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  // Stacked cards do not overlap each other or the button.
  const gaps = () =>
    page.locator('main').evaluate((main) => {
      const cards = [...main.querySelectorAll('h2')].map((one) => one.closest('section') ?? one);
      const last = [...main.querySelectorAll('button')].find((one) => one.textContent === 'Delete tenant');
      const boxes = [...cards, ...(last ? [last] : [])].map((one) => one.getBoundingClientRect());
      return boxes.slice(1).map((box, at) => box.top - (boxes[at]?.bottom ?? 0));
    });
  await expect.poll(async () => Math.round(Math.min(...(await gaps())))).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 1440, height: 900 });
  const chips = page.getByRole('group', { name: 'Environments' }).getByRole('listitem');
  await expect(chips.filter({ hasText: /eu-prod-web-\d+\s*prod/ })).toHaveCount(1);
  await expect(chips.filter({ hasText: /eu-staging-ins-\d+\s*staging/ })).toHaveCount(1);
  await expect(page.getByText('Environment types do not match!')).toBeVisible();
  await openTenant(
    page,
    rowLike(({ coursepro_tenant, _id }) => coursepro_tenant && _id > 1),
  );
  await expect(chips.first()).toBeVisible();
  await expect(page.getByText('Environment types do not match!')).toBeHidden();
  await openTenant(
    page,
    rowLike((row) => Object.entries(row).every(([key, value]) => !key.endsWith('_tenant') || value === false)),
  );
  await expect(page.getByText('No services configured for tenant. Why not add some?')).toBeVisible();
});

test('the CoursePro card shows version, database, bridge, site and licence, and leads to the config [TEN-32, TEN-33, TEN-34, TEN-37, TEN-38, TEN-39]', async ({
  page,
}) => {
  await openTenant(page, brimham);
  const card = page.getByRole('region', { name: 'CoursePro' });
  for (const text of ['4.18.1', 'eu-db-03', 'Xn', brimhamExpiry()])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: /brimham-active\.coursepro\.co\.uk/ })).toHaveAttribute(
    'href',
    /^https?:\/\/brimham-active\.coursepro\.co\.uk\/?$/,
  );
  await card.getByRole('link', { name: 'Config', exact: true }).click();
  await expect(page).toHaveURL(/\/tenant\/1\/coursepro\/config$/);
});

test('Cron and Maintenance are switched on the card, and a reload keeps them [TEN-35, TEN-55, TEN-56]', async ({
  page,
}) => {
  await openTenant(page, brimham);
  const card = courseproCard(page);
  await expect(switchOf(card, 'Cron')).toBeChecked();
  await expect(switchOf(card, 'Maintenance')).not.toBeChecked();
  expect(await move(page, 'Cron', card)).toEqual({ coursepro_tenant: { cron: false } });
  expect(await move(page, 'Maintenance', card)).toEqual({ coursepro_tenant: { maintenance: true } });
  await page.reload();
  await expect(switchOf(card, 'Cron')).not.toBeChecked();
  await expect(switchOf(card, 'Maintenance')).toBeChecked();
});

test('a rejected switch shows the error as a toast and reverts [TEN-60]', async ({ page }) => {
  await openTenant(page, brimham);
  await page.route('**/api/tenant/1', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: ['The first reason.', 'The second reason.'], code: 'conflict' } })
      : route.continue(),
  );
  await switchOf(page, 'Active').click();
  for (const text of ['The first reason.', 'The second reason.']) await expect(page.getByText(text)).toBeVisible();
  await expect(switchOf(page, 'Active')).toBeChecked();
});

test('a commit from the card publishes the config, and Commit disappears [TEN-40, TEN-77, TEN-78]', async ({
  page,
}) => {
  await openTenant(page, brimham);
  const commit = courseproCard(page).getByRole('button', { name: /^Commit( \d+)?$/ });
  await commit.click();
  const panel = page.getByRole('dialog', { name: 'Commit CoursePro config' });
  const answers = await collectBodies(page, '**/api/tenant/1/coursepro', 'PUT');
  await panel.getByRole('button', { name: 'Commit' }).click();
  await expect(page.getByText('Config successfully exported')).toBeVisible();
  expect(answers).toMatchObject([{ type: 1, hash: expect.stringMatching(/^[0-9a-f]+$/) }]);
  await expect(commit).toBeHidden();
  await page.reload();
  await expect(courseproCard(page).getByText('Servers match the saved config')).toBeVisible();
  await expect(commit).toBeHidden();
});

test('an address without a tenant shows a message; an invalid id is not requested [C-008]', async ({ page }) => {
  const asked = apiRequests(page);
  await page.goto(`${server.url}/tenant/cron`);
  await expect(page.getByRole('heading', { name: 'Tenant not found', level: 1 })).toBeVisible();
  expect(asked.filter(({ name }) => name.includes('/api/tenant'))).toEqual([]);
  await page.goto(`${server.url}/tenant/99999`);
  await expect(page.getByText('There is no tenant 99999')).toBeVisible();
  await page.getByRole('link', { name: 'Show all tenants' }).click();
  await expect(page).toHaveURL(/\/tenant$/);
});
