import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { addTenant, readTenant } from '../support/fleet.ts';
import { tenantNames } from '../support/locators.ts';
import { collectBodies, expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add tenant' });

async function openAddDialog(page: Page): Promise<void> {
  await page.goto(`${server.url}/tenant`);
  await page.getByRole('button', { name: 'Add tenant' }).click();
  await expect(addDialog(page)).toBeVisible();
  await expect(addDialog(page).getByLabel('Account')).not.toHaveValue('#1');
}

/** Submits the dialog; returns the request and the response. */
async function send(page: Page): Promise<{ sent: unknown; status: number; body: Record<string, unknown> }> {
  const bodies = await collectBodies(page, '**/api/tenant/', 'PUT');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    addDialog(page).getByRole('button', { name: 'Add tenant' }).click(),
  ]);
  expect(new URL(answer.url()).pathname).toBe('/api/tenant/');
  const body = bodies.at(-1) as Record<string, unknown>;
  return { sent: answer.request().postDataJSON(), status: answer.status(), body };
}

async function openDeleteDialog(page: Page, { _id, tenant_name }: Pick<TenantDetail, '_id' | 'tenant_name'>) {
  await page.goto(`${server.url}/tenant/${_id}`);
  await page.getByRole('button', { name: 'Delete tenant' }).click();
  return page.getByRole('alertdialog', { name: `Delete ${tenant_name}?` });
}

/** Checks that no toast covers the buttons of the dialog, and that each is readable, on desktop and phone. */
async function expectButtonsClear(page: Page, dialog: Locator): Promise<void> {
  const messages = page.locator('[data-toast]');
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(async () => {
      const buttons = await dialog
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
      const tops = await messages.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(Math.min(...tops)).toBeGreaterThan(Math.max(...buttons));
    }).toPass();
    for (const message of await messages.all()) await expect(message).toBeInViewport({ ratio: 1 });
  }
}

test('a tenant is added with a name alone, and its page asks for services [TLS-47..50, TLS-53, TLS-56, TLS-57, TEN-29]', async ({
  page,
}) => {
  await openAddDialog(page);
  const dialog = addDialog(page);
  for (const label of ['Name', 'Region', 'Account']) await expect(dialog.getByLabel(label)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await dialog.getByLabel('Name').fill('Cwm Rhondda & Søn');
  const { sent, status, body } = await send(page);
  expect(sent).toEqual({ tenant: 'Cwm Rhondda & Søn', region: 1, account: 1 });
  expect([status, body]).toEqual([200, { tenant: 'Cwm Rhondda & Søn', id: expect.any(Number) }]);
  await expect(toast(page, 'Successfully created tenant `Cwm Rhondda & Søn`')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('cwm rhondda');
  await expect(tenantNames(page)).toHaveText(['Cwm Rhondda & Søn']);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/${String(body['id'])}`);
  await expect(page.getByRole('heading', { name: 'Cwm Rhondda & Søn', level: 1 })).toBeVisible();
  await expect(page.getByText('No services configured for tenant. Why not add some?')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('the server refuses an empty and a taken name; the dialog closes and shows why [TLS-54, TLS-55, TLS-56]', async ({
  page,
}) => {
  await addTenant(operator, 'Café Zoë');
  // An equivalent name: different case, and decomposed accents.
  for (const typed of ['', '  CAFÉ zoë '.normalize('NFD')]) {
    await openAddDialog(page);
    await addDialog(page).getByLabel('Name').fill(typed);
    const { sent, status, body } = await send(page);
    expect(sent).toEqual({ tenant: typed, region: 1, account: 1 });
    expect(status).toBe(400);
    expect(body['msg']).toMatch(typed === '' ? 'Enter a name' : 'already a tenant named');
    await expect(page.locator('[data-toast=bad]')).toContainText(String(body['msg']));
    await expect(addDialog(page)).toBeHidden();
  }
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('CAFÉ ZOË');
  await expect(tenantNames(page)).toHaveText(['Café Zoë']);
});

test('a tenant is deleted by typing its name, and restored as it was [TEN-31, TEN-61, TEN-62, TEN-63]', async ({
  page,
}) => {
  const before = await readTenant(operator, 1);
  const { tenant_name: name } = before;
  // Committed configs are restored automatically.
  const files = () => publishedFiles(server, 'tenants/1/strive.env');
  const published = files();
  expect(published).not.toEqual([]);
  const cards = page.getByRole('main').getByRole('heading', { level: 2 });
  const services = Object.entries(before).filter(([key, value]) => key.endsWith('_tenant') && value !== null);
  await page.goto(`${server.url}/tenant/1`);
  await expect(cards).toHaveCount(services.length);
  const headings = await cards.allTextContents();
  const dialog = await openDeleteDialog(page, before);
  const confirm = dialog.getByRole('button', { name: 'Delete tenant' });
  const field = dialog.getByLabel('Type the tenant name below to confirm');
  for (const wrong of ['', name.toLowerCase(), `${name}x`]) {
    await field.fill(wrong);
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await field.press('Enter');
  }
  await expectAccessibleAtBothWidths(page);
  await field.fill(name);
  await confirm.click();
  await expect(toast(page, `${name} deleted`)).toBeVisible();
  await expect(page).toHaveURL(/\/tenant$/);
  await expect(tenantNames(page).first()).toBeVisible();
  await expect(tenantNames(page).filter({ hasText: name })).toHaveCount(0);
  expect((await operator.call('GET', '/api/tenant/1')).status).toBe(404);
  await page
    .getByRole('radio', { name: 'Deleted' })
    .or(page.getByRole('button', { name: 'Deleted' }))
    .click();
  await expect(tenantNames(page, 'Deleted tenants')).toHaveText([name]);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByText('No deleted tenants')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(cards).toHaveText(headings);
  // Jobs publish its files again.
  await expect.poll(files).toEqual(published);
  await expect.poll(async () => lasting(await readTenant(operator, 1))).toEqual(lasting(before));
});

/** The parts of a tenant that are stable across deletion and restoration. */
function lasting(tenant: TenantDetail): object {
  const { version: _version, updated_at: _at, updated_by: _by, log_level, config_hashes, ...known } = tenant;
  // Its files are rewritten, which repairs earlier differences on the servers.
  const { config_drift: _drift, attention, ...rest } = known;
  const reasons = attention.filter(({ kind }) => kind !== 'drift');
  return { ...rest, reasons, level: log_level.current_level, committed: config_hashes['5'] };
}

test('the delete button is at the bottom left, and reports when a tenant could not be deleted [TEN-31, TEN-64]', async ({
  page,
}) => {
  const tenant = await readTenant(operator, 2);
  const dialog = await openDeleteDialog(page, tenant);
  await page.route('**/api/tenant/2', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: { status: false } }) : route.continue(),
  );
  await dialog.getByLabel('Type the tenant name below to confirm').fill(tenant.tenant_name);
  for (let tries = 1; tries <= 4; tries += 1) {
    // Enter does nothing while the request before is in progress.
    await expect(dialog.getByRole('button', { name: 'Delete tenant' })).not.toHaveAttribute('aria-busy');
    await page.keyboard.press('Enter');
    await expect(toast(page, `${tenant.tenant_name} could not be deleted`)).toHaveCount(tries);
  }
  await expectButtonsClear(page, dialog);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const [button, main] = await Promise.all([
    page.getByRole('button', { name: 'Delete tenant' }).boundingBox(),
    page.getByRole('main').boundingBox(),
  ]);
  if (!button || !main) throw new Error('The page shows no button.');
  expect(button.x + button.width).toBeLessThan(main.x + main.width / 2);
  const lowest = await page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .evaluateAll((all) => Math.max(...all.map((one) => one.closest('section')?.getBoundingClientRect().bottom ?? 0)));
  expect(lowest).toBeGreaterThan(0);
  expect(button.y).toBeGreaterThanOrEqual(lowest);
});
