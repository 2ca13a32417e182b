import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { listTenants } from '../support/fleet.ts';
import { tenantNames } from '../support/locators.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn, signInBrowser } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let rows: TenantRow[];
test.beforeAll(async () => {
  rows = await listTenants(operator);
});

const table = (page: Page) => page.getByRole('table', { name: 'Tenants' });

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const hidden = (page: Page) => page.getByText(/items hidden/);
const chip = (page: Page, name: string, label: string) =>
  group(page, name)
    .getByRole('button')
    .filter({ has: page.getByText(label, { exact: true }) });

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${server.url}/tenant${search}`);
  await expect(table(page).locator('tbody').getByRole('row').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Clicks a value of a group, expanding the group if necessary. */
async function choose(page: Page, name: string, label: string): Promise<void> {
  const more = group(page, name).getByRole('button', { name: /^\d+ more$/ });
  if (await more.isVisible()) await more.click();
  await chip(page, name, label).click();
}

/** Checks that the list contains exactly these tenants, and shows how many it hides. */
async function expectShown(page: Page, wanted: readonly TenantRow[]): Promise<void> {
  await expect(hidden(page)).toHaveText(`(${rows.length - wanted.length} items hidden)`);
  await expect(tenantNames(page)).toHaveCount(Math.min(10, wanted.length));
  const shown = await tenantNames(page).allTextContents();
  expect(wanted.map((row) => row.tenant_name)).toEqual(expect.arrayContaining(shown));
}

const active = () => rows.filter((row) => row.tenant_status === '1');
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(window.localStorage.getItem('tenantListFilter') ?? 'null') as unknown);

test('the filter has eleven groups, and a value of each leaves only the tenants that have it [TLS-25..36, TLS-37]', async ({
  page,
}) => {
  const groups: [name: string, label: string, has: (row: TenantRow) => boolean][] = [
    ['Region', 'ap-sydney-1', (row) => row.region === 'ap-sydney-1'],
    ['Group', 'DEV', (row) => row.deployment_group === 'dev'],
    ['Account', 'Malvern Borough', (row) => row.account_name === 'Malvern Borough'],
    ['Service', 'Scheme Portal', (row) => row.schemeportal_tenant],
    ['Version', '4.18.2', (row) => row.coursepro_version === '4.18.2'],
    ['CP DB Version', '3.208', (row) => row.db_version === '3.208'],
    ['CP DB Label', 'eu-db-03', (row) => row.coursepro_db_host_label === 'eu-db-03'],
    ['CP Bridge', 'Xn', (row) => row.coursepro_bridge === 'xnrest'],
    ['CP Env', 'eu-dev-web-01', (row) => row.cpweb_name === 'eu-dev-web-01'],
    ['Insight Env', 'eu-prod-ins-01', (row) => row.insight_web_name === 'eu-prod-ins-01'],
    ['Comms Portal Env', 'us-prod-com-01', (row) => row.commsportal_web_name === 'us-prod-com-01'],
  ];
  await open(page, '?inactive=true');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Filters' });
  await expect(panel.getByRole('group')).toHaveCount(groups.length);
  for (const [at, [name]] of groups.entries())
    await expect(panel.getByRole('group').nth(at)).toHaveAccessibleName(name);
  await expect(hidden(page)).toBeHidden();
  for (const [name, label, has] of groups) {
    const wanted = rows.filter(has);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(rows.length);
    await choose(page, name, label);
    await expect(chip(page, name, label)).toHaveAttribute('aria-pressed', 'true');
    await expectShown(page, wanted);
    await chip(page, name, label).click();
    await expect(hidden(page)).toBeHidden();
  }
});

test('values of a group add up, groups narrow each other, and Clear removes all of them [TLS-25, TLS-26, TLS-29, TLS-37, TLS-43]', async ({
  page,
}) => {
  await open(page, '?inactive=true&panel=filter');
  const regions = ['us-east-1', 'ap-sydney-1'];
  for (const region of regions) await choose(page, 'Region', region);
  const inRegions = rows.filter((row) => regions.includes(row.region));
  await expectShown(page, inRegions);
  await choose(page, 'Service', 'Comms Portal');
  await expectShown(
    page,
    inRegions.filter((row) => row.commsportal_tenant),
  );
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(hidden(page)).toBeHidden();
  expect(await kept(page)).toEqual({ filter: {}, showInactive: true });
});

test('the browser keeps the filter and Show inactive under tenantListFilter [TLS-37, TLS-43, TLS-44]', async ({
  page,
}) => {
  await open(page);
  await expectShown(page, active());
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await choose(page, 'CP Bridge', 'Openplay');
  const openplay = rows.filter((row) => row.coursepro_bridge === 'openplay');
  await expectShown(
    page,
    openplay.filter((row) => row.tenant_status === '1'),
  );
  expect(await kept(page)).toEqual({ filter: { bridge: ['openplay'] }, showInactive: false });
  await page.getByRole('switch', { name: 'Show inactive' }).click();
  await expectShown(page, openplay);
  await page.reload();
  await expectShown(page, openplay);
  // From the drawer, too, where the URL does not contain the filter.
  await open(page);
  await expectShown(page, openplay);
  await expect(page.getByRole('switch', { name: 'Show inactive' })).toBeChecked();
});

/** Another user's browser with this value under tenantListFilter. */
async function browserKeeping(browser: Browser, value: string): Promise<Page> {
  const localStorage = [{ name: 'tenantListFilter', value }];
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  });
  await signInBrowser(context);
  return context.newPage();
}

test('a URL means the same in a browser with another stored filter, and does not change that', async ({
  page,
  browser,
}) => {
  await open(page, '?panel=filter');
  await choose(page, 'Region', 'us-east-1');
  const american = active().filter((row) => row.region === 'us-east-1');
  await expectShown(page, american);
  const memory = { filter: { bridge: ['legend'] }, showInactive: true };
  const other = await browserKeeping(browser, JSON.stringify(memory));
  await other.goto(page.url());
  await expectShown(other, american);
  expect(await kept(other)).toEqual(memory);
  await open(other);
  await expectShown(
    other,
    rows.filter((row) => row.coursepro_bridge === 'legend'),
  );
  await other.context().close();
});

test('an unreadable stored filter is ignored, and replaced by the next choice', async ({ page }) => {
  await open(page);
  for (const broken of ['{"filter":', '{"filter":{"region":[{}],"planet":["mars"]},"showInactive":"yes"}']) {
    await page.evaluate((value) => window.localStorage.setItem('tenantListFilter', value), broken);
    await open(page);
    await expectShown(page, active());
    await page.getByRole('switch', { name: 'Show inactive' }).click();
    await expect(hidden(page)).toBeHidden();
    expect(await kept(page)).toEqual({ filter: {}, showInactive: true });
  }
});
