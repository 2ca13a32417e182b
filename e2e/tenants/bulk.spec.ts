import type { BulkRow } from '@mission-control/contract/bulk/schema';
import { expect, test, type Page } from '@playwright/test';
import { addSetting } from '../support/config-screen.ts';
import { press, choose as chooseByKey, write } from '../support/keys.ts';
import { addPersonWithPassword, openAs } from '../support/people.ts';
import { expectAccessibleAtBothWidths, save } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const preview = (page: Page) => page.getByRole('table', { name: 'Preview' });
const outcome = (page: Page) => page.getByRole('table', { name: 'Tenants' });
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption(option);

/** Confirms the start; the number must be typed, because production tenants are included. */
async function confirmStart(page: Page, tenants: number): Promise<void> {
  await page.getByRole('button', { name: /^Start with/ }).click();
  const dialog = page.getByRole('alertdialog', { name: `Change ${tenants} tenants?` });
  const confirm = dialog.getByRole('button', { name: `Change ${tenants} tenants` });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type the number of tenants to confirm').fill(String(tenants));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/bulk\/\d+$/);
}

const idOf = (page: Page): number => Number(new URL(page.url()).pathname.split('/').at(-1));
const rowsOf = async (id: number): Promise<BulkRow[]> =>
  ((await operator.call('GET', `/api/bulk/${id}/rows`)).body as { rows: BulkRow[] }).rows;

test('a person changes the listed tenants at once, watches the stages and undoes the change', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${server.url}/tenant?region=ap-sydney-1`);
  const change = page.getByRole('button', { name: /^Change these \d+ tenants$/ });
  await expect(change).toBeEnabled();
  const many = Number(/\d+/.exec((await change.textContent()) ?? '')?.[0]);
  expect(many).toBeGreaterThan(4);
  await change.click();
  await expect(page).toHaveURL(/\/bulk\/new\?region=ap-sydney-1/);
  await expect(page.getByText(`On ${many} tenants`)).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await choose(page, 'Action', 'Active on or off');
  await page.getByRole('button', { name: 'Off', exact: true }).click();
  await choose(page, 'Reverts', 'In 1 h');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview(page)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await preview(page).getByRole('checkbox').first().uncheck();
  await page.getByLabel('Canary, tenants').fill('2');
  await page.getByLabel('Then', { exact: true }).fill('rest');
  await choose(page, 'Pause between', 'Wait for me');
  await confirmStart(page, many - 1);
  const id = idOf(page);
  await expect(page.getByRole('button', { name: 'Begin the next stage' })).toBeEnabled();
  expect((await rowsOf(id)).map(({ state }) => state).filter((state) => state === 'done')).toHaveLength(2);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Begin the next stage' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(outcome(page)).toBeVisible();
  expect((await rowsOf(id)).every(({ state }) => state === 'done')).toBe(true);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(`/bulk/new\\?undo=${id}$`));
  await expect(preview(page)).toBeVisible();
  await choose(page, 'Pause between', 'None');
  await confirmStart(page, many - 1);
  const undo = idOf(page);
  await expect.poll(async () => (await rowsOf(undo)).every(({ state }) => state === 'done')).toBe(true);
  await page.goto(`${server.url}/bulk`);
  await expect(page.getByRole('table', { name: 'Bulk changes' }).getByRole('row')).toHaveCount(3);
  await expectAccessibleAtBothWidths(page);
});

test('the list is filtered and a setting is changed in stages and undone with the keyboard alone', async ({ page }) => {
  test.setTimeout(240_000);
  const named = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto(`${server.url}/tenant`);
  await expect(page.getByRole('searchbox', { name: 'Search tenants' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search tenants' })).toBeFocused();
  await page.keyboard.type('er');
  await expect(page).toHaveURL(/q=er/);
  await press(page, named(/^Change these \d+ tenants$/));
  await expect(page.getByText(/^On \d+ tenants/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Add', exact: true }));
  await write(page, page.getByLabel('Setting', { exact: true }), 'KEYBOARD_TIMEOUT');
  await write(page, page.getByLabel('Value', { exact: true }), '26');
  await press(page, page.getByRole('checkbox', { name: 'Commit to the servers after each save' }), 'Space');
  await press(page, named('Preview'));
  await expect(preview(page)).toBeVisible();

  const all = page.getByRole('checkbox', { name: /^All \d+ listed$/ });
  await press(page, all, 'Space');
  await expect(all).not.toBeChecked();
  await expect(named('Start with 0 tenants')).toBeVisible();
  await press(page, all, 'Space');
  await expect(all).toBeChecked();
  await press(page, named(/^Lines that change for /).first());
  const lines = page.getByRole('dialog');
  await expect(lines.getByText(/KEYBOARD_TIMEOUT.*26/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lines).toBeHidden();

  await write(page, page.getByLabel('Canary, tenants'), '1');
  await write(page, page.getByLabel('Then', { exact: true }), 'rest');
  await chooseByKey(page, page.getByLabel('Pause between'), 'Wait for me');
  const many = Number(/\d+/.exec((await all.locator('..').textContent()) ?? '')?.[0]);
  await startByKey(page, many);
  await press(page, named('Begin the next stage'));
  await expect(named('Undo')).toBeEnabled({ timeout: 60_000 });
  const id = idOf(page);
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(Array.from({ length: many }, () => 'done'));

  await press(page, named('Undo'));
  await expect(page).toHaveURL(new RegExp(`/bulk/new\\?undo=${id}$`));
  await expect(preview(page)).toBeVisible();
  await chooseByKey(page, page.getByLabel('Pause between'), 'None');
  await startByKey(page, many);
  await expect.poll(async () => (await rowsOf(idOf(page))).every(({ state }) => state === 'done')).toBe(true);
});

/** Starts a previewed change with the keyboard. */
async function startByKey(page: Page, tenants: number): Promise<void> {
  await press(page, page.getByRole('button', { name: /^Start with/ }));
  const dialog = page.getByRole('alertdialog', { name: `Change ${tenants} tenants?` });
  await write(page, dialog.getByLabel('Type the number of tenants to confirm'), String(tenants));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/bulk\/\d+$/);
}

test('a second person watches the stages live, and an edit in between is a conflict for both', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await addPersonWithPassword(server.url, operator, { name: 'grace.linden', role: 'operator' });
  const grace = await openAs(browser, server.url, 'grace.linden', '/bulk');
  await page.goto(
    `${server.url}/bulk/new?region=ap-sydney-1&action=setting&config=coursepro&change=add&key=SHARED_TIMEOUT&value=27`,
  );
  await page.getByRole('checkbox', { name: 'Commit to the servers after each save' }).uncheck();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview(page)).toBeVisible();
  await page.getByLabel('Canary, tenants').fill('1');
  await page.getByLabel('Then', { exact: true }).fill('rest');
  await choose(page, 'Pause between', 'Wait for me');
  const many = Number(/\d+/.exec((await page.getByRole('button', { name: /^Will change/ }).textContent()) ?? '')?.[0]);
  await confirmStart(page, many);
  const id = idOf(page);
  await grace.goto(`${server.url}/bulk/${id}`);
  await expect(grace.getByRole('status').filter({ hasText: `1 of ${many}` })).toBeVisible();

  const last = (await rowsOf(id)).at(-1);
  await grace.goto(`${server.url}/tenant/${last?.tenant_id}/coursepro/config`);
  await addSetting(grace, 'SHARED_TIMEOUT', '93');
  await save(grace);
  await expect(grace.getByText('Config successfully saved')).toBeVisible();
  await grace.goto(`${server.url}/bulk/${id}`);
  await expect(grace.getByRole('status').filter({ hasText: `1 of ${many}` })).toBeVisible();
  await page.getByRole('button', { name: 'Begin the next stage' }).click();
  for (const one of [page, grace]) {
    await expect(one.getByRole('status').filter({ hasText: `${many} of ${many}` })).toBeVisible({ timeout: 60_000 });
    const row = outcome(one).getByRole('row', { name: new RegExp(last?.tenant_name ?? '') });
    await expect(row).toContainText('Failed');
    await expect(row).toContainText(/SHARED_TIMEOUT/);
  }
  expect((await rowsOf(id)).filter(({ state }) => state === 'failed')).toHaveLength(1);
  await grace.context().close();
});
