import { expect, test, type Browser, type Page } from '@playwright/test';
import { addTenant, readTenant } from '../support/fleet.ts';
import { toast } from '../support/locators.ts';
import { expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { apiRequests, hostSignedIn, signInBrowser } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).first();

async function open(page: Page, id: number, rest = ''): Promise<void> {
  await page.goto(`${server.url}/tenant/${id}${rest}`);
  await expect(
    page.getByRole('heading', { name: (await readTenant(operator, id)).tenant_name, level: 1 }),
  ).toBeVisible();
}

/** A colleague's page in a separate browser. */
async function colleague(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await signInBrowser(context);
  return context.newPage();
}

/** The tenant's control file on each of its servers. */
const control = (id: number) =>
  publishedFiles(server, `tenants/${id}/coursepro.control.json`).map(
    ({ text }) => JSON.parse(text) as Record<string, unknown>,
  );

test('a switch toggled in one browser updates in the other without a reload [TEN-22, TEN-23, TEN-55]', async ({
  page,
  browser,
}) => {
  const other = await colleague(browser);
  for (const one of [page, other]) {
    await open(one, 1);
    await expect(one.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  }
  const loads: string[] = [];
  other.on('framenavigated', (frame) => loads.push(frame.url()));
  for (const name of ['Active', 'Cron']) {
    await expect(switchOf(other, name)).toBeChecked();
    await switchOf(page, name).click();
    await expect(switchOf(other, name)).not.toBeChecked();
    await switchOf(other, name).click();
    await expect(switchOf(page, name)).toBeChecked();
  }
  expect(loads).toEqual([]);
  await other.context().close();
});

test('a double click on a switch is one change, its label toggles it too, and one click undoes it', async ({
  page,
}) => {
  await page.goto(`${server.url}/tenant/4`);
  const production = page.getByRole('switch', { name: 'Production' });
  await expect(production).toBeVisible();
  const asked = apiRequests(page);
  const sent = () =>
    asked.filter(({ name }) => name === 'PATCH /api/tenant/4').map(({ request }) => request.postDataJSON() as unknown);
  if (!(await production.isChecked())) {
    await page.getByText('Production', { exact: true }).click();
    await expect(production).toBeChecked();
  }
  const before = sent().length;
  const maintenance = page.getByRole('switch', { name: 'Maintenance' }).first();
  await expect(maintenance).not.toBeChecked();
  await maintenance.dblclick();
  await expect(maintenance).toBeChecked();
  const message = toast(page, 'its members see the maintenance page');
  await expect(message).toBeVisible();
  expect(sent().slice(before)).toEqual([expect.objectContaining({ coursepro_tenant: { maintenance: true } })]);
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(maintenance).not.toBeChecked();
  await page.getByText('Members can reach the site').first().click();
  await expect(maintenance).toBeChecked();
});

test('maintenance reaches every server, is shown on the card and the monitor, and can have an end (C-128)', async ({
  page,
}) => {
  await open(page, 3);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'CoursePro', exact: true }) });
  await expect(card.getByText('The servers have not been notified yet')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await card.getByRole('switch', { name: 'Maintenance' }).click();
  await expect(card.getByText(/^Confirmed by \d+ servers? /)).toBeVisible();
  expect(control(3).length).toBeGreaterThan(1);
  expect(control(3).map(({ maintenance, cron, active }) => ({ maintenance, cron, active }))).toEqual(
    control(3).map(() => ({ maintenance: true, cron: true, active: true })),
  );
  await card.getByRole('button', { name: /^Set end/ }).click();
  await page.getByRole('menuitem', { name: 'In 2 h' }).click();
  await expect(card.getByText(/Members see the maintenance page; ends in (1|2) h/)).toBeVisible();
  await expect.poll(() => control(3).every(({ ends }) => 'maintenance' in (ends as object))).toBe(true);
  await expectAccessibleAtBothWidths(page);

  const [host = ''] = (control(3)[0]?.['hosts'] as string[] | undefined) ?? [];
  const monitors = async () =>
    ((await operator.call('GET', '/api/monitor')).body as { monitors: { host: string; closed: string | null }[] })
      .monitors;
  const closed = async () => (await monitors()).find((monitor) => monitor.host === host)?.closed;
  await expect.poll(closed).toBe('maintenance');

  await operator.call('PATCH', '/api/tenant/3', { coursepro_tenant: { maintenance: 0 } });
  await expect(card.getByRole('switch', { name: 'Maintenance' })).not.toBeChecked();
  await expect
    .poll(() => control(3).map(({ maintenance, ends }) => [maintenance, ends]))
    .toEqual(control(3).map(() => [false, {}]));
  await expect.poll(closed).toBe(null);
});

test('a switch on a stale page is rejected, and the page catches up [TEN-60]', async ({ page }) => {
  await page.route('**/api/events*', (route) => route.abort());
  await open(page, 2);
  const wasActive = (await readTenant(operator, 2)).status;
  const production = await switchOf(page, 'Production').isChecked();
  expect((await operator.call('PATCH', '/api/tenant/2', { status: !wasActive })).status).toBe(200);
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await switchOf(page, 'Production').click();
  const clicked = await page.evaluate(() => performance.now());
  expect((await answer).status()).toBe(409);
  await expect(toast(page, 'admin changed this tenant just now. Check it, then try again.')).toBeVisible();
  await expect(switchOf(page, 'Active')).toBeChecked({ checked: !wasActive });
  await expect(switchOf(page, 'Production')).toBeChecked({ checked: production });
  expect((await readTenant(operator, 2)).staging).toBe(!production);
  // A switch counts clicks within 300 ms as one, and a refusal can be faster than that.
  await page.waitForFunction((at) => performance.now() > at + 300, clicked);
  // The retry uses the current state of the screen.
  await switchOf(page, 'Production').click();
  await expect.poll(async () => (await readTenant(operator, 2)).staging).toBe(production);
});

test('another deployment group is confirmed, deployed to the servers, and reported [TEN-65, TEN-66, TEN-67, TEN-68]', async ({
  page,
}) => {
  const { deployment_group: before } = await readTenant(operator, 1);
  expect(before).toBe('production');
  await open(page, 1);
  const asked = apiRequests(page);
  // The chip is the only control for it on the page.
  await expect(page.getByRole('button', { name: /deploy/i }).and(page.locator(':not([aria-haspopup])'))).toHaveCount(0);
  await page.getByRole('button', { name: 'Deployment group: PROD' }).click();
  await page
    .getByRole('menuitem', { name: 'staging' })
    .or(page.getByRole('menuitemradio', { name: 'staging' }))
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Deploy Brimham Active to staging?' });
  await expectAccessibleAtBothWidths(page);
  expect(asked.filter(({ name }) => name.startsWith('PATCH'))).toEqual([]);
  const release = Promise.withResolvers<void>();
  await page.route('**/api/tenant/1', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const answer = await route.fetch();
    await release.promise;
    return route.fulfill({ response: answer });
  });
  await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(dialog.getByText('deploying.....', { exact: true })).toBeVisible();
  await expect.poll(() => control(1).map((one) => one['deployment_group'])).toContain('staging');
  await expect(dialog).toBeVisible();
  release.resolve();
  await expect(toast(page, 'Deployed to staging')).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Deployment group: STAGE' })).toBeVisible();
  const files = control(1).map((one) => one['deployment_group']);
  expect(files.length).toBeGreaterThan(1);
  expect(new Set(files)).toEqual(new Set(['staging']));
});

test('relations are added, changed and removed, and shown in both headers [RLN-01, RLN-03, RLN-04, RLN-05, RLN-06, TEN-16..19, TEN-54]', async ({
  page,
}) => {
  const [left, right] = [await addTenant(operator, 'Elm Park'), await addTenant(operator, 'Elm Park Test')];
  await open(page, left);
  const asked = apiRequests(page);
  await page.getByRole('link', { name: 'Manage Relations' }).click();
  await expect(page).toHaveURL(new RegExp(`/tenant/${left}/relations$`));
  await page.getByRole('button', { name: 'Add relation' }).click();
  expect(asked.filter(({ name }) => name === 'GET /api/tenant/select')).toHaveLength(1);
  const kind = page.getByLabel('Kind of relation');
  await expect(kind.getByRole('option')).toHaveText(['is parent of', 'is child of']);
  await page.getByRole('combobox', { name: 'Tenant', exact: true }).fill('elm park t');
  await page.getByRole('option', { name: 'Elm Park Test' }).click();
  await expectAccessibleAtBothWidths(page);
  for (const [type, option, here, there] of [
    [1, 'is parent of', 'Parent of', 'Child of'],
    [2, 'is child of', 'Child of', 'Parent of'],
  ] as const) {
    await kind.selectOption(option);
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(toast(page, 'Relations saved')).toBeVisible();
    await expect(page.getByText(`${here}Elm Park Test`, { exact: true })).toBeVisible();
    expect((await readTenant(operator, left)).relations).toMatchObject([
      { type, tenant_left: left, tenant_right: right },
    ]);
    await page.getByRole('link', { name: 'Elm Park Test', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/tenant/${right}$`));
    await expect(page.getByText(`${there}Elm Park`, { exact: true })).toBeVisible();
    await open(page, left, '/relations');
  }
  await page.getByRole('button', { name: 'Remove Elm Park Test' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('No relations', { exact: true })).toBeVisible();
  await expect.poll(async () => (await readTenant(operator, left)).relations).toEqual([]);
  expect((await readTenant(operator, right)).relations).toEqual([]);
});

test('Live to Test is for a parent with a tenant, and names the command; leaving unsaved rows asks [RLN-02, RLN-07, RLN-08]', async ({
  page,
}) => {
  const other = await readTenant(operator, 6);
  await open(page, 5, '/relations');
  await page.getByRole('button', { name: 'Add relation' }).click();
  const action = page.getByRole('button', { name: 'Live to Test' }).last();
  const asked = apiRequests(page);
  await action.click();
  await expect(toast(page, 'Not suitable for Live to Test.')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Tenant', exact: true }).last().fill(other.tenant_name);
  await page.getByRole('option', { name: other.tenant_name }).click();
  await page.getByLabel('Kind of relation').last().selectOption('is parent of');
  await action.click();
  await expect(toast(page, 'Not implemented')).toContainText('It is a command of your platform.');
  await page.getByLabel('Kind of relation').last().selectOption('is child of');
  await action.click();
  await expect(toast(page, 'Not suitable for Live to Test.')).toHaveCount(2);
  expect(asked.map(({ name }) => name).filter((name) => !name.startsWith('GET '))).toEqual([]);
  await page.getByRole('link', { name: 'Tenants' }).first().click();
  const dialog = page.getByRole('alertdialog', { name: 'Do you really want to leave? you have unsaved changes!' });
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/tenant(\?|$)/);
  expect((await readTenant(operator, 5)).relations.filter((one) => one.tenant_right === 6)).toEqual([]);
});

test('DEBUG for 5 minutes reaches the servers, counts down, and is reverted immediately [LOG-01, LOG-03..09, TEN-09, TEN-46]', async ({
  page,
}) => {
  const level = (id: number) => control(id).map((one) => one['log_level']);
  await open(page, 1);
  const box = page.getByRole('region', { name: 'Log level' });
  await expect(box.getByLabel('Level', { exact: true })).toHaveValue('INFO');
  await expect(box.getByLabel('For how long')).toHaveValue('15');
  await box.getByLabel('Level', { exact: true }).selectOption('DEBUG');
  await box.getByLabel('For how long').selectOption('5');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/tenant/1/loglevel'));
  await box.getByRole('button', { name: 'Set', exact: true }).click();
  const body = (await sent).postDataJSON() as Record<string, string>;
  expect(body).toEqual({ new: 'DEBUG', return: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) });
  await expect(box.getByRole('timer')).toHaveText(/^00h0[45]min\d\ds$/);
  const shown = await box.getByRole('timer').textContent();
  await expect(box.getByRole('timer')).not.toHaveText(shown ?? '');
  await expect(box.getByText('until INFO is restored')).toBeVisible();
  const { log_level: now } = await readTenant(operator, 1);
  expect(now).toMatchObject({ current_level: 'DEBUG', new_level: 'INFO' });
  expect(new Date(now.changes ?? 0).toISOString().slice(0, 19).replace('T', ' ')).toBe(body['return']);
  await expect.poll(() => new Set(level(1))).toEqual(new Set(['DEBUG']));
  expect(level(1).length).toBeGreaterThan(1);
  await expectAccessibleAtBothWidths(page);
  await box.getByRole('button', { name: 'Restore INFO now' }).click();
  await expect(box.getByRole('timer')).toBeHidden();
  await expect(box.getByRole('status')).toHaveText('INFO');
  await expect.poll(() => new Set(level(1))).toEqual(new Set(['INFO']));
  expect((await readTenant(operator, 1)).log_level).toMatchObject({
    current_level: 'INFO',
    new_level: null,
    changes: null,
  });
});
