import { expect, test, type Locator, type Page } from '@playwright/test';
import { addTenant, readTenant } from '../support/fleet.ts';
import { card } from '../support/locators.ts';
import { expectAccessible, expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { apiRequests, hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const open = (page: Page, id: number, rest = '') => page.goto(`${server.url}/tenant/${id}${rest}`);
const dial = (page: Page) => page.getByRole('button', { name: 'Add service' });
const toast = (page: Page, text: string) => page.getByText(text);

test('CoursePro is added with database and bridge, and its licence is committed [SVC-01, SVC-04, SVC-05, SVC-09, TEN-30, TEN-42]', async ({
  page,
}) => {
  const id = await addTenant(operator, 'Oak & Elm');
  const requests = apiRequests(page);
  await open(page, id);
  // Keyboard only: the first entry is focused.
  await dial(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(10);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose database' });
  await expect(dialog.getByRole('radio')).not.toHaveCount(0);
  await dialog.getByText('eu-db-04').click();
  await dialog.getByRole('button', { name: 'Add CoursePro' }).click();
  await expect(dialog.getByText('Please select a bridge')).toBeVisible();
  expect(requests.filter(({ name }) => name.startsWith('POST /api/tenant'))).toEqual([]);
  await expectAccessible(page);
  await dialog.getByLabel('Bridge').selectOption({ label: 'Xn' });
  await dialog.getByRole('button', { name: 'Add CoursePro' }).click();
  await expect(toast(page, 'CoursePro added')).toBeVisible();
  const coursepro = card(page, 'CoursePro');
  await expect(coursepro).toContainText('oak-elm.coursepro.co.uk');
  await expect(coursepro).toContainText('eu-db-04');
  await expect(coursepro).toContainText('Xn');
  await coursepro.getByRole('button', { name: /^Commit Licence/ }).click();
  await page.getByRole('button', { name: 'Commit', exact: true }).last().click();
  await expect(toast(page, 'Config successfully exported')).toBeVisible();
  await expect(coursepro.getByRole('button', { name: /^Commit Licence/ })).toHaveCount(0);
  const files = publishedFiles(server, `tenants/${id}/licence.json`);
  expect(files.length).toBeGreaterThan(1);
  expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({ client: 'Oak & Elm' });
});

test('Strive gets a database with a click and none with Ctrl+click [SVC-13]', async ({ page }) => {
  for (const modifiers of [[], ['Control'] as const]) {
    await open(page, await addTenant(operator, `Ash ${modifiers.length}`));
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/strive'));
    await dial(page).click();
    await page.getByRole('menuitem', { name: 'Strive' }).click({ modifiers: [...modifiers] });
    expect((await sent).postDataJSON()).toEqual({ initialize: true, create_db: modifiers.length === 0 });
    await expect(toast(page, 'Strive added')).toBeVisible();
  }
});

test('the menu shows where a service will be placed, and the dialog changes it before anything is added', async ({
  page,
}) => {
  const id = await addTenant(operator, 'Rowan Leisure');
  await open(page, id);
  await dial(page).click();
  const entry = page.getByRole('menuitem', { name: /^HomePortal\b/ });
  await expect(entry).toContainText('rowan-leisure.courseprohome.co.uk');
  await page.getByRole('menuitemcheckbox', { name: 'Choose where each goes' }).click();
  await entry.click();
  const dialog = page.getByRole('dialog', { name: 'Add HomePortal' });
  const domain = dialog.getByLabel('Domain');
  await expect(domain).toHaveValue('rowan-leisure.courseprohome.co.uk');
  await expect(dialog).toContainText('Covered by the certificate');
  await domain.fill('bookings.rowan.example.org');
  await expect(dialog).toContainText('No certificate covers this domain.');
  await dialog.getByLabel('Worker environment').selectOption('');
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Add HomePortal' }).click();
  await expect(toast(page, 'HomePortal added')).toBeVisible();
  await expect(card(page, 'HomePortal')).toContainText('bookings.rowan.example.org');
  const tenant = await readTenant(operator, id);
  expect(tenant.homeportal_tenant).toMatchObject({ worker_environment_id: null, certificate: null });
});

test('a service is deleted by typing the name of its tenant, and restored [SVC-14..16]', async ({ page }) => {
  const id = await addTenant(operator, 'Yew Tree');
  await operator.call('POST', `/api/tenant/${id}/homeportal2`, { initialize: true, create_db: false });
  await operator.call('PUT', `/api/tenant/${id}/homeportal2`);
  expect(publishedFiles(server, `tenants/${id}/homeportal2.json`)).not.toEqual([]);
  await open(page, id);
  await card(page, 'HomePortal2').getByRole('button', { name: 'Delete HomePortal2' }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Delete service' });
  await dialog.getByLabel('Type the tenant name below to confirm').fill('yew tree');
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await dialog.getByLabel('Type the tenant name below to confirm').fill('Yew Tree');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'HomePortal2 service deleted')).toBeVisible();
  await expect(page.getByText('No services configured for tenant. Why not add some?')).toBeVisible();
  await expect.poll(() => publishedFiles(server, `tenants/${id}/homeportal2.json`)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'HomePortal2 restored')).toBeVisible();
  await expect(card(page, 'HomePortal2').getByRole('button', { name: /^Commit/ })).toBeVisible();
});

test('each of the seven configs has its editor, and the portals have none (C-010) [TEN-39, TEN-41, TEN-47]', async ({
  page,
}) => {
  const { body } = await operator.call('GET', '/api/omnisearch/?val=brimham');
  const id = (body as { _id?: number; id?: number }[])[0]?._id ?? 1;
  for (const [kind, label] of [
    ['coursepro', 'CoursePro'],
    ['licence', 'Licence'],
    ['homeportal2', 'HomePortal2'],
    ['strive', 'Strive'],
    ['insight', 'Insight'],
  ]) {
    await open(page, id, `/${kind}/config`);
    await expect(page.getByRole('heading', { name: `${label} config`, level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Settings' }).locator('tbody').getByRole('row').first()).toBeVisible();
  }
  await open(page, id, '/coachportal/config');
  await expect(page.getByRole('heading', { name: 'Error - page not found' })).toBeVisible();
});

test('a phone adds and shows services without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, await addTenant(operator, 'Hazel Grove'));
  for (const name of ['HomePortal', 'Coach Portal']) {
    await dial(page).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${name}\\b`) }).click();
    await expect(toast(page, `${name} added`)).toBeVisible();
  }
  await dial(page).click();
  await expect(page.getByRole('menuitem')).toHaveCount(8);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('on a phone the round button and the messages do not cover each other, nor any value', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/tenant/1', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: ['Priya Shah was faster.', 'Try again.'], code: 'conflict' } })
      : route.fallback(),
  );
  await open(page, 1);
  const messages = page.locator('[data-sonner-toast]');
  await page.getByRole('switch', { name: 'Active', exact: true }).click();
  await expect(messages).toHaveCount(2);
  const isOnTop = (target: Locator) =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const places = [0.2, 0.5, 0.8].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y] as const));
      return places.every(([x, y]) => {
        const found = document.elementFromPoint(left + width * x, top + height * y);
        return found !== null && element.contains(found);
      });
    });
  for (const target of [dial(page), messages.first(), messages.last()])
    await expect.poll(() => isOnTop(target)).toBe(true);
  // The last value of the page can be scrolled above both.
  const last = page.getByRole('button', { name: 'Delete tenant' });
  await last.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => isOnTop(last)).toBe(true);
  await dial(page).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expectAccessible(page);
});
