import type { CronRow } from '@mission-control/contract/cron/calls';
import { expect, test } from '@playwright/test';
import { cronMoodOf } from '../../sandbox/src/reports/cron-state.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

// The fleet reports automatically.
const { server, operator } = hostSignedIn({ SANDBOX_REPORTS: 'on' });

const rows = async (): Promise<CronRow[]> =>
  ((await operator.call('GET', '/api/tenant/cron')).body as { tenants: CronRow[] }).tenants;
const seconds = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

test('the fleet’s longest running tasks, the oldest first, and an error that leads to its tenant [CRN-03, CRN-04, CRN-05, CRN-07, CRN-08, SHELL-75]', async ({
  page,
}) => {
  await expect
    .poll(async () => new Set((await rows()).filter((row) => row.created).map((row) => row.environment_name)).size, {
      timeout: 120_000,
    })
    .toBeGreaterThan(1);
  await page.goto(`${server.url}/environment`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cron Statistics' }).click();
  await expect(page).toHaveURL(`${server.url}/cron`);
  await expect(page.getByText('Running Tasks').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const longest = page.getByRole('region', { name: 'Longest Running' });
  const environments = longest.getByRole('region');
  await expect.poll(() => environments.count()).toBeGreaterThan(1);
  const headings = await environments.getByRole('heading').allTextContents();
  const known = new Set((await rows()).map((row) => row.environment_name));
  expect(headings.filter((name) => !known.has(name))).toEqual([]);
  for (const environment of await environments.all()) {
    const times = (await environment.locator('li > b').allTextContents()).map(seconds);
    expect(times.length).toBeLessThanOrEqual(10);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  }
  await expectAccessibleAtBothWidths(page);
  // Tenants with unknown cron are listed before failed tasks. Others may still report; this one never does.
  const silent = (await rows()).find((row) => cronMoodOf(row.tenant_name) === 'silent');
  if (!silent) throw new Error('No tenant of the sandbox is silent.');
  expect(silent.created).toBeNull();
  const log = page.getByRole('table', { name: 'Error Log' }).locator('tbody').getByRole('row');
  await expect(log.first()).toContainText('No data');
  const entry = log.filter({ hasText: silent.tenant_name });
  await expect(entry).toContainText('No data');
  await entry.getByRole('link', { name: silent.tenant_name }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/${silent.id}`);
});

test('the cron of a tenant, from its card to the full message of a task [CRN-09, CRN-10, CRN-17, CRN-18, CRN-21, TEN-44]', async ({
  page,
}) => {
  await expect.poll(async () => (await rows()).find((row) => row.id === 1)?.created, { timeout: 60_000 }).toBeTruthy();
  await page.goto(`${server.url}/tenant/1`);
  await page.getByRole('link', { name: 'Cron logs' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/1/cron`);
  await expect(page.getByText(/^Reported /)).toBeVisible();
  const table = page.getByRole('table', { name: 'Cron tasks' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Group',
    'Task',
    'Schedule',
    'Status',
    'Last execution',
    'Last 24 hrs',
  ]);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('email');
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(1);
  // The row, then by its key.
  await table.locator('tbody').getByRole('row').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Log of send_email_queue' });
  await expect(dialog.getByRole('row')).not.toHaveCount(1);
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('direct_debit');
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(1);
  await table.getByRole('link', { name: 'direct_debit_collect' }).click();
  const log = page.getByRole('dialog', { name: 'Log of direct_debit_collect' });
  await log.getByRole('searchbox', { name: 'Search the log' }).fill('accepted by the bank');
  const first = log.locator('tbody').getByRole('row').first();
  await expect(first).not.toContainText('accepted by the bank');
  await first.getByRole('button', { name: 'Show all' }).click();
  await expect(first).toContainText(
    'Collected the direct debits that fell due; all instructions were accepted by the bank.',
  );
  await page.reload();
  await expect(log).toBeVisible();
  await log.getByRole('button', { name: '30 days' }).click();
  await expect(log.getByText(/runs succeeded/)).toBeVisible();
  await expect(log.getByRole('figure', { name: 'Durations by day' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('the log messages of the fleet, by text and status, down to the log of a task', async ({ page }) => {
  await expect
    .poll(async () => (await rows()).filter((row) => row.created).length, { timeout: 60_000 })
    .toBeGreaterThan(30);
  await page.goto(`${server.url}/cron/logs`);
  await expect(page.getByText('Search the logs of all tenants')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('SMTP: 421');
  await expect(page.getByRole('status').filter({ hasText: /^All \d+ tenants searched/ })).toBeVisible();
  const table = page.getByRole('table', { name: 'Found tasks' });
  await expect(table.locator('tbody').getByRole('row').first()).toContainText('send_email_queue');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
  await expect(page).toHaveURL(/status=task_fail/);
  await expect(table.locator('tbody').getByRole('row').first()).toContainText('Failed');
  await expectAccessibleAtBothWidths(page);
  await table.locator('tbody').getByRole('link', { name: 'send_email_queue' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Log of send_email_queue' })).toBeVisible();
});

test('the problems of tasks in the fleet, by kind and environment, down to the log of one', async ({ page }) => {
  const board = async (query = ''): Promise<{ total: number; troubles: { tenant_name: string; task: string }[] }> =>
    (await operator.call('GET', `/api/cron/trouble${query}`)).body as Awaited<ReturnType<typeof board>>;
  await expect.poll(async () => (await board('?what=failed')).total, { timeout: 60_000 }).toBeGreaterThan(2);
  await page.goto(`${server.url}/cron`);
  await page.getByRole('navigation', { name: 'Cron' }).getByRole('link', { name: 'Problems' }).click();
  await expect(page).toHaveURL(`${server.url}/cron/board`);
  const table = page.getByRole('table', { name: 'Problems' });
  await expect(table.locator('tbody').getByRole('row').first()).toBeVisible();
  await page
    .getByRole('group', { name: 'Problem' })
    .getByRole('button', { name: /^Failing/ })
    .click();
  await expect(page).toHaveURL(`${server.url}/cron/board?what=failed`);
  await expect(table.locator('tbody').getByRole('row').first()).toContainText('Failing');
  await expectAccessibleAtBothWidths(page);
  const [first] = (await board('?what=failed')).troubles;
  if (!first) throw new Error('There is no failing task.');
  await page.getByRole('searchbox', { name: 'Search problems' }).fill(first.tenant_name);
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === first.tenant_name);
  const line = table.locator('tbody').getByRole('row').filter({ hasText: first.task }).first();
  await expect(line).toContainText(first.tenant_name);
  await line.getByRole('link', { name: first.task }).click();
  await expect(page.getByRole('dialog', { name: `Log of ${first.task}` })).toContainText('Failed');
});

test('the concurrent tasks of an environment, from the tabs and from the page of the environment', async ({ page }) => {
  interface Overlap {
    environments: { id: number; name: string; most: number }[];
  }
  const overlap = async () => (await operator.call('GET', '/api/cron/overlap')).body as Overlap;
  await expect.poll(async () => (await overlap()).environments.length, { timeout: 60_000 }).toBeGreaterThan(1);
  await page.goto(`${server.url}/cron`);
  await page.getByRole('navigation', { name: 'Cron' }).getByRole('link', { name: 'Overlap' }).click();
  await expect(page).toHaveURL(`${server.url}/cron/overlap`);
  const chart = page.getByRole('slider', { name: 'Concurrent cron tasks, 24 hours' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: (\d+ at once\n.+: \d+ runs?|No runs|Not reported yet)/);
  await expect(
    page.getByRole('table', { name: 'Busiest times' }).locator('tbody').getByRole('row').first(),
  ).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const [, second] = (await overlap()).environments;
  if (!second) throw new Error('Only one environment has runs.');
  await page.goto(`${server.url}/environment/${second.id}`);
  await page.getByRole('link', { name: 'Cron', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/cron/overlap?environment=${second.id}`);
  await expect(page.getByRole('combobox', { name: 'Environment' })).toHaveValue(String(second.id));
  await page.getByRole('link', { name: 'Open environment' }).click();
  await expect(page).toHaveURL(`${server.url}/environment/${second.id}`);
});
