import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { shownState, WORST_FIRST, type MonitorState } from '@mission-control/contract/monitors/rules';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const listed = async (): Promise<MonitorRow[]> =>
  ((await operator.call('GET', '/api/monitor')).body as { monitors: MonitorRow[] }).monitors;
const monitorLike = async (fits: (monitor: MonitorRow) => boolean): Promise<MonitorRow> => {
  const found = (await listed()).find(fits);
  if (!found) throw new Error('There is no such monitor.');
  return found;
};
const cards = (page: Page) => page.getByRole('list', { name: 'Monitors' }).getByRole('article');

/** Overrides a monitor in the response, whatever the current state of the fleet's sites. */
const shownAs = (monitor: MonitorRow, part: Partial<MonitorRow>): MonitorRow => ({ ...monitor, ...part });

test('the drawer leads to searchable cards, one for each domain; only visible ones are rendered [MON-01, SHELL-74]', async ({
  page,
}) => {
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBeGreaterThan(100);
  await page.goto(`${server.url}/environment`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitor' }).click();
  await expect(page).toHaveURL(`${server.url}/monitor`);
  await expect(cards(page).first()).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(60);
  expect(asked).toContain('/api/monitor/search');
  expect(asked).not.toContain('/api/monitor');
  await expectAccessibleAtBothWidths(page);
  const { label, host } = await monitorLike((monitor) => monitor.host.includes('.insight.'));
  await page.getByRole('searchbox', { name: 'Search monitors' }).fill(host);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole('heading')).toHaveText(label);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === host);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search monitors' }).fill('zzzz');
  await expect(page.getByText(/^No results found\. \(\d+ items filtered\)$/)).toBeVisible();
});

test('a card is green, yellow, red or grey like its monitor, and the filter shows one state [MON-07, MON-08, MON-09, MON-10]', async ({
  page,
}) => {
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBeGreaterThan(100);
  const [one, two, three, four] = await listed();
  if (!one || !two || !three || !four) throw new Error('There are too few monitors.');
  const seen = { last_online: '2026-01-05T09:12:00.000Z', last_offline: '2026-01-04T08:00:00.000Z' };
  const monitors = [
    shownAs(one, { ...seen, active: 0, status: 1 }),
    shownAs(two, { ...seen, active: 1, status: 1, warning_count: 0 }),
    shownAs(three, { ...seen, active: 1, status: 1, warning_count: 1, last_check: '2026-01-06T10:00:00.000Z' }),
    shownAs(four, { ...seen, active: 1, status: 0, warning_count: 0, last_error: 'Connection timed out after 10 s' }),
  ];
  const prober = { running: true, faulty_since: '2026-01-06T10:00:00.000Z', last_check: null };
  await page.route('**/api/monitor/search?*', (route) => {
    const wanted = new URL(route.request().url()).searchParams.get('state');
    const inState = (state: MonitorState) => monitors.filter((monitor) => shownState(monitor).state === state);
    const shown = WORST_FIRST.filter((state) => wanted === null || state === wanted).flatMap(inState);
    const counts = Object.fromEntries(WORST_FIRST.map((state) => [state, inState(state).length]));
    return route.fulfill({ json: { monitors: shown, found: shown.length, counts, all: monitors.length, prober } });
  });
  await page.goto(`${server.url}/monitor`);
  await expect(cards(page)).toHaveText([/^DOWNsince 5 Jan/, /^WARNINGsince 6 Jan/, /^UPsince 4 Jan/, /^UPsince 4 Jan/]);
  const states = cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-state')));
  expect(await states).toEqual(['down', 'warning', 'up', 'inactive']);
  await expect(page.getByText('Monitoring itself may be failing.')).toBeVisible();
  const filter = page.getByRole('group', { name: 'State' });
  await filter.getByRole('button', { name: 'DOWN 1' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Connection timed out after 10 s');
  await expect(page).toHaveURL(/state=down/);
});

test('a monitor has two charts with gradients and tables, its tenant, and a switch that keeps its position [MON-11, MON-12, MON-13, MON-14]', async ({
  page,
}) => {
  await expect
    .poll(async () => (await listed()).filter((monitor) => monitor.status === 1 && monitor.last_online).length, {
      timeout: 40_000,
    })
    .toBeGreaterThan(10);
  const { id, label, tenant } = await monitorLike((monitor) => monitor.status === 1 && monitor.last_online !== null);
  await page.goto(`${server.url}/monitor/${id}`);
  await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible();
  await expect(page.getByText('ONLINE', { exact: true })).toBeVisible();
  for (const name of ['Uptime, 24 hours', 'Latency, 24 hours']) {
    const chart = page.getByRole('figure', { name });
    expect(await chart.locator('linearGradient').count()).toBeGreaterThan(0);
    expect(await chart.getByRole('row').count()).toBeGreaterThan(40);
  }
  // As text until there are two half-hours to draw a line between.
  await expect(page.getByText(/^95% within [\d,]+ ms/).first()).toBeAttached();
  await page.getByRole('button', { name: '30 days' }).click();
  await expect(page.getByRole('figure', { name: 'Uptime, 30 days' })).toBeVisible();
  await expect(page.getByText(/^95% within [\d,]+ ms, half within [\d,]+ ms$/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const active = page.getByRole('switch', { name: 'Active' });
  await expect(active).toBeChecked();
  await active.click();
  await expect(active).not.toBeChecked();
  await expect(page.getByText(/^UP/)).toBeVisible();
  await page.reload();
  await expect(active).not.toBeChecked();
  await expect.poll(async () => (await monitorLike((monitor) => monitor.id === id)).active).toBe(0);
  await page.getByRole('link', { name: 'Go to tenant' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/${tenant}`);
});

test('a rejected switch shows the reason and reverts [MON-15]', async ({ page }) => {
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBeGreaterThan(0);
  const { id } = await monitorLike((monitor) => monitor.active === 1);
  await page.route(`**/api/monitor/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ json: { error: ['The monitor is busy.'] } })
      : route.continue(),
  );
  await page.goto(`${server.url}/monitor/${id}`);
  const active = page.getByRole('switch', { name: 'Active' });
  await active.click();
  await expect(page.getByText('The monitor is busy.')).toBeVisible();
  await expect(active).toBeChecked();
});

test('a site that lacks the expected text is DOWN at the next check and UP again without it; both checks are requested manually', async ({
  page,
}) => {
  const isUp = (monitor: MonitorRow): boolean => monitor.status === 1 && monitor.last_online !== null;
  await expect.poll(async () => (await listed()).filter(isUp).length, { timeout: 40_000 }).toBeGreaterThan(20);
  const { id } = await monitorLike((monitor) => isUp(monitor) && monitor.active === 1 && monitor.closed === null);
  await page.goto(`${server.url}/monitor/${id}`);
  const dialog = page.getByRole('dialog', { name: 'How this monitor is checked' });
  const setChecks = async (fields: Record<string, string>): Promise<void> => {
    await page.getByRole('button', { name: 'Checks' }).click();
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'Checks' }).click();
  await dialog.getByLabel('Expected status').fill('99');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('From 100 to 599.')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const text = 'no site of ours says this';
  await setChecks({ 'Expected text': text, 'Failed checks until DOWN': '1', 'Successful checks until UP': '1' });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(`Checked: 200 OK, without the expected text "${text}"`)).toBeVisible();
  await expect(page.getByText('OFFLINE', { exact: true })).toBeVisible();
  await setChecks({ 'Expected text': '' });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^Checked: 200 OK in /)).toBeVisible();
  await expect(page.getByText('ONLINE', { exact: true })).toBeVisible();
  await expect(page.getByText('1 failed check starts an outage, 1 good one ends it')).toBeVisible();
});

test('the checks of all monitors that a search finds are changed at once, and each keeps its other settings', async ({
  page,
}) => {
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBeGreaterThan(100);
  const { host, id } = await monitorLike((monitor) => monitor.host.includes('.insight.'));
  await operator.call('PATCH', '/api/monitor/checks', { q: host, found: 1, checks: { slow_ms: 4_000 } });
  await page.goto(`${server.url}/monitor?q=${host}`);
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Checks/ }).click();
  const dialog = page.getByRole('dialog', { name: 'How 1 monitor is checked' });
  await dialog.getByLabel('Timeout (seconds)').fill('2.5');
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Checks of 1 monitor saved')).toBeVisible();
  const { body } = await operator.call('GET', `/api/monitor/${id}`);
  expect(body).toMatchObject({ checks: { timeout_ms: 2_500, slow_ms: 4_000 } });
});

test('a list of checks is pasted, corrected by line, compared and saved', async ({ page }) => {
  await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBeGreaterThan(100);
  const [one, other] = (await listed()).filter((monitor) => monitor.host.includes('.coursepro.'));
  if (!one || !other) throw new Error('There are no such monitors.');
  await page.goto(`${server.url}/monitor`);
  await page.getByRole('main').getByRole('link', { name: 'Import' }).click();
  await expectAccessibleAtBothWidths(page);
  const lines = (host: string) => `Name,URL,slow_ms\nOne,https://${one.host}/,3210\nOther,${host},3210`;
  await page.getByLabel('Or paste it').fill(lines('nowhere.example'));
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Line 3');
  await expect(page.getByRole('alert')).toContainText('There is no monitor for this host.');
  await expectAccessibleAtBothWidths(page);
  await page.getByLabel('Or paste it').fill(lines(other.host));
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await expect(page.getByText('2 monitors will be checked differently.')).toBeVisible();
  await expect(page.getByText('Columns that were not read: Name.')).toBeVisible();
  await expect(page.getByRole('list', { name: `Changes of ${one.host}` })).toContainText('3210');
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Save 2 monitors' }).click();
  await expect(page.getByText('Checks of 2 monitors saved')).toBeVisible();
  for (const { id } of [one, other])
    expect((await operator.call('GET', `/api/monitor/${id}`)).body).toMatchObject({ checks: { slow_ms: 3_210 } });
});

test('the uptime of a month is listed by tenant, downloaded as CSV, and printed for one tenant', async ({ page }) => {
  await page.goto(`${server.url}/monitor`);
  await page.getByRole('main').getByRole('link', { name: 'Uptime' }).click();
  const month = page.getByLabel('Month');
  await expect(month).toBeVisible();
  const [current, last] = await month
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await month.selectOption(last ?? '');
  await expect(page).toHaveURL(new RegExp(`month=${last}`));
  await expect(page.getByText(/^No site was monitored in /)).toBeVisible();
  await page.goBack();
  const table = page.getByRole('table', { name: `Uptime ${current}` });
  await expect(table.getByRole('row').nth(1)).toContainText('%');
  await expectAccessibleAtBothWidths(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /CSV/ }).click()]);
  expect(file.suggestedFilename()).toContain(`uptime-${current}`);
  const name = await table.getByRole('row').nth(1).getByRole('link').innerText();
  await table.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Uptime of ${name}`, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outages' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('heading', { name: `Uptime of ${name}`, level: 1 })).toBeVisible();
});

test('an admin publishes the status page of an account, which anyone sees without signing in, and withdraws it', async ({
  page,
  browser,
}) => {
  await page.goto(`${server.url}/monitor/status-pages`);
  const table = page.getByRole('table', { name: 'Status pages' });
  const row = table.getByRole('row').nth(1);
  const name = (await row.getByRole('cell').first().innerText()).trim();
  await row.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(`Status page of ${name} published`)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const address = (await row.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.url}${address}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Status of ${name}`);
  await expectAccessibleAtBothWidths(stranger);
  await row.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row.getByText('None')).toBeVisible();
  const answer = await stranger.request.get(`${server.url}/status/${'x'.repeat(32)}`);
  expect(answer.status()).toBe(404);
  await stranger.context().close();
});
