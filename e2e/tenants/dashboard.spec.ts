import { randomUUID } from 'node:crypto';
import type { getMemberStatistics, listSddErrors } from '@mission-control/contract/dashboard/calls';
import type { CallResponse } from '@mission-control/contract/call';
import { expect, test, type Page } from '@playwright/test';
import { readTenant } from '../support/fleet.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, hostSignedIn, signInBrowser } from '../support/signed-in.ts';

// The fleet reports automatically.
const { server, operator } = hostSignedIn({ SANDBOX_REPORTS: 'on' });

const membersOf = async (query = '') =>
  (await operator.call('GET', `/api/dashboard/stats/member${query}`)).body as CallResponse<typeof getMemberStatistics>;
const errorsOf = async () =>
  ((await operator.call('GET', '/api/dashboard/stats/sdd-errors')).body as CallResponse<typeof listSddErrors>).data;
/** Reports an SDD error as the environment of a tenant's CoursePro. */
async function reportError(id: number, message: string): Promise<void> {
  const { coursepro_tenant } = await readTenant(operator, id);
  const minted = await operator.call('POST', `/api/report-token/${coursepro_tenant?.worker_environment_id}`);
  const { token } = minted.body as { token: string };
  const created = new Date().toISOString();
  const answer = await fetch(`${server.url}/api/report/sdd-errors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      report_id: randomUUID(),
      created,
      tenants: [{ tenant_id: id, errors: [{ message, timestamp: created, level: 'ERROR' }] }],
    }),
  });
  expect(await answer.json()).toEqual({ accepted: 1, duplicate: false, refused: [] });
}

const counted = (value: number): string => value.toLocaleString('en-GB');
const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a number of tenants links to exactly those tenants', async ({ page }) => {
  await expect.poll(async () => (await membersOf()).coverage.reported, { timeout: 60_000 }).toBeGreaterThan(20);
  const { coverage } = await membersOf();
  await page.goto(`${server.url}/dashboard`);
  const text = page.getByText(/^\d+ of \d+ tenants in the last 15 min/);
  await text
    .getByRole('link', { name: String(coverage.tenants), exact: true })
    .last()
    .click();
  await expect(page).toHaveURL(/\/tenant\?reports=(meant|fresh)$/);
  await expect(page.getByText(new RegExp(`^1–10 of ${coverage.tenants}`))).toBeVisible();
  await expect(page.getByTitle('Members in production')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.goBack();
  await expect(text).toBeVisible();
});

test('the members of all in production, then of one tenant, as the fleet reports them [DASH-01, DASH-07..09, DASH-11, DASH-13..16, SHELL-65, SHELL-73]', async ({
  page,
}) => {
  await expect.poll(async () => (await membersOf()).coverage.reported, { timeout: 60_000 }).toBeGreaterThan(20);
  const landing = apiRequests(page);
  await page.goto(server.url);
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  expect(landing.filter(({ name }) => name === 'GET /api/authenticate/verify')).toHaveLength(1);
  await expect(page.getByText(/^\d+ of \d+ tenants in the last 15 min/)).toBeVisible();
  for (const name of ['Gender Split', 'Age Distribution', 'Member Distribution'])
    expect(await page.getByRole('table', { name }).getByRole('row').count()).toBeGreaterThan(3);
  await expect(page.getByRole('heading', { name: 'SDD Errors', exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  const selector = page.getByRole('combobox', { name: 'Tenant', exact: true });
  await selector.click();
  await expect(page.getByRole('option').first()).toHaveText('All production');
  await expectAccessibleAtBothWidths(page);
  const asked = apiRequests(page);
  await selector.fill('brimham active');
  await page.getByRole('option', { name: 'Brimham Active', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\?tenant=1$/);
  const { data } = await membersOf('?tenant=1');
  await expect(tile(page, 'Members On Course')).toContainText(counted(data.oncourse));
  await expect(tile(page, 'HomePortal Members On Course')).toContainText(counted(data.homeportal_oncourse));
  await expect(tile(page, 'Total Members')).toContainText(counted(data.all));
  await expect(page.getByRole('heading', { name: 'SDD Errors', exact: true })).toBeHidden();
  const paths = () => asked.map(({ request }) => request.url().slice(server.url.length));
  for (const kind of ['gender', 'age', 'member'])
    await expect.poll(paths).toContain(`/api/dashboard/stats/${kind}?tenant=1`);
  await expect(page.locator('main')).not.toContainText(/NaN|Infinity/);

  // The drawer links back to all in production.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(selector).toHaveValue('All production');
  await expect(page.getByRole('heading', { name: 'SDD Errors', exact: true })).toBeVisible();
});

test('a new report appears automatically; an SDD error is found and links to its tenant [DASH-16, DASH-17]', async ({
  page,
}) => {
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'SDD Errors', exact: true })).toBeVisible();
  const message = 'Mandate 48213 rejected: instruction cancelled by payer';
  await reportError(1, message);
  await expect.poll(async () => (await errorsOf()).some((one) => one.message === message)).toBe(true);
  const row = page.getByRole('table', { name: 'SDD Errors', exact: true }).getByRole('row', { name: message });
  await expect(row).toContainText('ERROR');
  await page.getByRole('searchbox', { name: 'Search errors' }).fill('brimham 48213');
  await expect(
    page.getByRole('table', { name: 'SDD Errors', exact: true }).locator('tbody').getByRole('row'),
  ).toHaveCount(1);
  await expect(page).toHaveURL(/q=brimham(%20|\+)48213/);
  await row.getByRole('link', { name: 'Brimham Active' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/1`);
});

test('the system table of a tenant, from its card, read-only and searchable [SYS-01, SYS-02, TEN-43]', async ({
  page,
}) => {
  await expect
    .poll(
      async () => ((await operator.call('GET', '/api/tenant/1/system')).body as { created: string | null }).created,
      {
        timeout: 60_000,
      },
    )
    .not.toBeNull();
  const { system } = await readTenant(operator, 1);
  await page.goto(`${server.url}/tenant/1`);
  await page.getByRole('link', { name: 'System table' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/1/coursepro/system`);
  await expect(page.getByText(/^Reported /)).toBeVisible();
  const table = page.getByRole('table', { name: 'System table' });
  const [name = '', value = ''] = Object.entries(system).toSorted(([a], [b]) => (a < b ? -1 : 1))[0] ?? [];
  await expect(table.getByRole('row', { name })).toContainText(value);
  await expect(table.locator('tbody').locator('input, button, select, textarea')).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('searchbox', { name: 'Search system values' }).fill(name);
  await expect(table.locator('tbody').getByRole('row').first()).toContainText(name);
  expect(await table.locator('tbody').getByRole('row').count()).toBeLessThan(Object.keys(system).length);
  await expect(page).toHaveURL(/\?q=/);
});

test('the pages of what the fleet reports need a sign-in [SHELL-10, SHELL-11, SHELL-19, SHELL-38]', async ({
  browser,
}) => {
  const pages = [
    ['/dashboard', 'Dashboard'],
    ['/cron', 'Cron Statistics'],
    ['/tenant/1/cron', 'Cron logs'],
    ['/tenant/1/coursepro/system', 'System table'],
  ] as const;
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const [path] of pages) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(/\/auth\/login/);
  }
  await signInBrowser(context);
  for (const [path, title] of pages) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(server.url + path);
  }
  await context.close();
});
