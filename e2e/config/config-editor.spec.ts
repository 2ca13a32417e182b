import { readFile } from 'node:fs/promises';
import type { ConfigItem } from '@mission-control/contract/config/schema';
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  addSetting,
  cellsOf,
  chooseValue,
  find,
  noteRequests,
  openConfig,
  openSetting,
  rowOf,
  said,
  saveButton,
  toasts,
} from '../support/config-screen.ts';
import { editSetting, expectAccessible, publishedFiles, save, signInOn } from '../support/screens.ts';
import { hostConsole, signInBrowser } from '../support/signed-in.ts';

const { server, operator } = hostConsole();

const TYPES = [
  { key: 'DB_PORT', label: 'Known Constant', input: 'input' },
  { key: 'FEATURE_SUMMER_2024', label: 'Unknown Constant', input: 'input' },
  { key: 'site_banner', label: 'Single-line Variable', input: 'input' },
  { key: 'welcome_text', label: 'Multi-line Variable', input: 'textarea' },
  { key: 'price_hook', label: 'Code Block', input: '.cm-content' },
];
test('the editor uses the calls of its service, shows a searchable table with a label and an input for each type, and downloads it as JSON without secrets [CFG-01, CFG-04, CFG-06, CFG-10, CFG-18, CFG-22..26]', async ({
  page,
}) => {
  const asked = noteRequests(page, /coursepro/);
  await openConfig(page, server);
  expect(asked).toEqual(expect.arrayContaining(['GET /api/tenant/1/coursepro', 'GET /api/keys/coursepro']));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CoursePro config');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Type', 'Value', 'Actions']);
  await expect(saveButton(page)).toBeVisible();
  await expect(rowOf(page, 'ALLOW_TRANSFERS')).toBeVisible();
  await find(page, 'basket_time');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(cellsOf(page, 'BASKET_TIMEOUT').nth(1)).toHaveText('Known Constant');

  for (const { key, label, input } of TYPES) {
    const dialog = await openSetting(page, key);
    await expect(dialog.getByLabel('Type').locator('option:checked')).toHaveText(label);
    await expect(dialog.getByLabel(/^Value/).and(dialog.locator(input))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(cellsOf(page, key).nth(1)).toHaveText(label);
  }

  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download JSON' }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  const items = JSON.parse(await readFile(await file.path(), 'utf8')) as Pick<ConfigItem, 'key' | 'value'>[];
  const { body } = await operator.call('GET', '/api/tenant/1/coursepro');
  const stored = body as ConfigItem[];
  expect(items.map(({ key }) => key).toSorted()).toEqual(stored.map(({ key }) => key).toSorted());
  const plain = new Map(stored.filter(({ masked }) => !masked).map(({ key, value }) => [key, value]));
  for (const { key, value } of items) expect(value, key).toBe(plain.get(key) ?? '••••••••••••');
});

test('a key offers its options and stores the value of the chosen one [CFG-31, CFG-32]', async ({ page }) => {
  await openConfig(page, server, 4);
  const flag = await openSetting(page, 'ENABLE_SMS');
  await expect(flag.getByLabel('Value').locator('option:not([disabled])')).toHaveText(['True', 'False']);
  await page.keyboard.press('Escape');
  await chooseValue(page, 'ENABLE_SMS', 'True');
  await chooseValue(page, 'CACHE_DRIVER', 'Redis');
  await expect(cellsOf(page, 'CACHE_DRIVER').nth(2)).toContainText('redis');
  await save(page);
  await expect(said(page, 'good')).toHaveText('Config successfully saved');
  const { body } = await operator.call('GET', '/api/tenant/4/coursepro');
  const values = new Map((body as ConfigItem[]).map((item) => [item.key, item.value]));
  expect([values.get('ENABLE_SMS'), values.get('CACHE_DRIVER')]).toEqual(['True', 'redis']);
});

test('edits stay in the tab, Save is shown while something differs, Reset discards them, deleting a setting requires confirmation [CFG-03, CFG-33, CFG-34, CFG-35, CFG-53]', async ({
  page,
}) => {
  await openConfig(page, server);
  const sent = noteRequests(page, /^\/api\/tenant\/1\/coursepro$/);
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await editSetting(page, 'BASKET_TIMEOUT', '99');
  await expect(saveButton(page)).not.toHaveAttribute('aria-disabled');
  await expect(rowOf(page, 'BASKET_TIMEOUT')).toContainText('Changed');
  await editSetting(page, 'BASKET_TIMEOUT', '30');
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(rowOf(page, 'BASKET_TIMEOUT')).not.toContainText('Changed');

  await editSetting(page, 'BASKET_TIMEOUT', '98');
  await editSetting(page, 'DB_POOL_SIZE', '21');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(cellsOf(page, 'DB_POOL_SIZE').nth(2)).toHaveText('20');
  await find(page, 'BASKET_TIMEOUT');
  await expect(cellsOf(page, 'BASKET_TIMEOUT').nth(2)).toHaveText('30');
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');

  const question = page.getByRole('alertdialog', { name: 'Delete BASKET_TIMEOUT?' });
  await page.getByRole('button', { name: 'Delete BASKET_TIMEOUT' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Delete BASKET_TIMEOUT' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'BASKET_TIMEOUT')).toContainText('Removed');
  await expect(saveButton(page)).toHaveText(/1/);
  expect(sent.filter((call) => !call.startsWith('GET'))).toEqual([]);
});

test('the add dialog adds a setting, and refuses a known constant that already exists; values above 300 characters are truncated [CFG-02, CFG-07, CFG-50]', async ({
  page,
}) => {
  await openConfig(page, server);
  await expect(await addSetting(page, 'BRIDGE_RETRIES', '3')).toBeHidden();
  await find(page, 'BRIDGE_RETRIES');
  await expect(cellsOf(page, 'BRIDGE_RETRIES')).toHaveText([/New/, 'Known Constant', '3', '']);
  const dialog = await addSetting(page, 'BRIDGE_RETRIES', '4');
  await expect(dialog).toContainText('BRIDGE_RETRIES is a known constant and already exists.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'BRIDGE_RETRIES')).toHaveCount(1);
  await expect(cellsOf(page, 'BRIDGE_RETRIES').nth(2)).toHaveText('3');

  await addSetting(page, 'AS_LONG_AS_IT_GOES', 'x'.repeat(300));
  await addSetting(page, 'TOO_LONG', 'y'.repeat(301));
  await find(page, 'LONG');
  await expect(cellsOf(page, 'AS_LONG_AS_IT_GOES').nth(2)).toHaveText('x'.repeat(300));
  await expect(cellsOf(page, 'TOO_LONG').nth(2)).toHaveText(`${'y'.repeat(297)}...cut, 301 characters`);
});

test('an empty config offers the default template, except for CoursePro, which has none [CFG-08]', async ({ page }) => {
  const { body } = await operator.call('GET', '/api/tenant/5/coursepro');
  const removed = (body as ConfigItem[]).map(({ key }) => key);
  expect(await operator.call('POST', '/api/tenant/5/coursepro', { removed })).toMatchObject({ status: 200 });
  await openConfig(page, server, 5);
  await page.getByRole('button', { name: 'Inject Default Template' }).click();
  await expect(toasts(page, 'notice')).toHaveText('There is no default template for a CoursePro config.');
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await addSetting(page, 'FIRST', '1');
  await expect(rowOf(page, 'FIRST')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Inject Default Template' })).toBeHidden();
});

test('leaving with unsaved changes asks first, whether by a link, the history or closing the tab [CFG-09]', async ({
  page,
}) => {
  await openConfig(page, server);
  const away = page.getByRole('navigation').first().getByRole('link', { name: 'About' });
  await away.click();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await editSetting(page, 'BASKET_TIMEOUT', '99');
  const question = page.getByRole('alertdialog', {
    name: 'Do you really want to leave? you have unsaved changes!',
    exact: true,
  });
  for (const leave of [() => away.click(), () => page.goForward()]) {
    await leave();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/tenant\/1\/coursepro\/config/);
    await expect(cellsOf(page, 'BASKET_TIMEOUT').nth(2)).toContainText('99');
  }
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await away.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/about$/);
});

test('a setting that conflicts with another one is flagged in its row [CFG-51, CFG-52]', async ({ page }) => {
  await openConfig(page, server, 3);
  const required = 'ENABLE_HOMEPORTAL_BASKET requires ENABLE_HP2_API to be true (Currently False)';
  await find(page, 'ENABLE_HOMEPORTAL_BASKET');
  await expect(rowOf(page, 'ENABLE_HOMEPORTAL_BASKET')).toContainText(required);
  await chooseValue(page, 'ENABLE_HP2_API', 'True');
  await find(page, 'ENABLE_HOMEPORTAL_BASKET');
  await expect(rowOf(page, 'ENABLE_HOMEPORTAL_BASKET')).not.toContainText('requires');

  await chooseValue(page, 'CACHE_DRIVER', 'Files');
  await find(page, 'CACHE_HOST');
  const flag = 'CACHE_HOST is not compatible with setting CACHE_DRIVER=file';
  await expect(rowOf(page, 'CACHE_HOST')).toContainText(flag);
  await chooseValue(page, 'CACHE_DRIVER', 'Redis');
  await find(page, 'CACHE_HOST');
  await expect(rowOf(page, 'CACHE_HOST')).not.toContainText('compatible');
});

test('the config of an impossible tenant id shows not found without a request', async ({ page }) => {
  await signInBrowser(page.context());
  for (const id of ['999', 'x', '0']) {
    const asked = noteRequests(page, /^\/api\/tenant\//);
    await page.goto(`${server.url}/tenant/${id}/coursepro/config`);
    await expect(page.getByRole('heading', { name: 'Tenant not found' })).toBeVisible();
    await expect(page.getByText(`There is no tenant ${id}`)).toBeVisible();
    if (id !== '999') expect(asked).toEqual([]);
  }
  await expectAccessible(page);
});

/** Presses a key until an element is focused. */
async function reach(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const focused = () => element.evaluate((one) => one === document.activeElement);
  for (let step = 0; step < 20 && !(await focused()); step++) await page.keyboard.press(key);
  await expect(element).toBeFocused();
}

test('a setting is found, changed and saved with the keyboard alone', async ({ page }) => {
  await openConfig(page, server, 2);
  await page.keyboard.press('/');
  await page.keyboard.type('SESSION_LIFETIME');
  await expect(page.getByRole('row')).toHaveCount(2);
  const edit = page.getByRole('button', { name: 'Edit SESSION_LIFETIME' });
  await reach(page, edit, 'Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Value')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('44');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(edit).toBeFocused();
  await reach(page, saveButton(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Review changes before Save' });
  await reach(page, panel.getByRole('button', { name: /^Save 1 change/ }), 'Tab');
  await page.keyboard.press('Enter');
  await expect(said(page, 'good')).toHaveText('Config successfully saved');
  await expect(cellsOf(page, 'SESSION_LIFETIME').nth(2)).toHaveText('44');
});

test('a code block is edited with the keyboard alone: Tab indents, Esc and Tab leave it', async ({ page }) => {
  await openConfig(page, server, 2);
  const dialog = await openSetting(page, 'rebooking_rules');
  const code = dialog.getByRole('textbox', { name: /^Value/ });
  await reach(page, code, 'Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('return 1;');
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();
  await page.keyboard.press('Escape');
  await reach(page, dialog.getByRole('button', { name: 'Apply' }), 'Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(cellsOf(page, 'rebooking_rules').nth(2)).toContainText('return 1;');
});

test('nothing is clipped on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openConfig(page, server);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const key of ['BASKET_TIMEOUT', 'DB_PASSWORD', 'welcome_text', 'price_hook']) {
    const dialog = await openSetting(page, key);
    const box = await dialog.boundingBox();
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844, key).toBe(true);
    expect(await wide()).toBe(390);
    if (key === 'price_hook') await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await editSetting(page, 'BASKET_TIMEOUT', '99');
  await saveButton(page).click();
  const panel = page.getByRole('dialog', { name: 'Review changes before Save' });
  await expect(panel.getByRole('button', { name: /^Save 1 change/ })).toBeInViewport({ ratio: 1 });
  expect(await wide()).toBe(390);
  await expectAccessible(page);
});

// Last, because the others expect the settings as generated, and this one saves tenant 1.
test('an operator finds a tenant, edits its config, saves, commits, and the servers receive it [TLS-39, CFG-42, CFG-43, CFG-45, TEN-78]', async ({
  page,
}) => {
  await signInOn(page, server.url);
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('brimham');
  await page.getByRole('row', { name: /Brimham Active Brimham/ }).dblclick();
  await expect(page.getByRole('heading', { name: 'Brimham Active', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Config', exact: true }).first().click();
  await editSetting(page, 'BASKET_TIMEOUT', '77');
  await expect(page.getByRole('button', { name: /^Commit/ })).toHaveAttribute('aria-disabled', 'true');
  await save(page);
  await expect(page.getByText('Config successfully saved')).toBeVisible();

  await page.getByRole('button', { name: /^Commit/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Commit revision \d+ to \d+ servers?\?/ });
  await dialog.getByText('File', { exact: true }).click();
  await expect(dialog.getByText(/define\('BASKET_TIMEOUT', '?77'?\);/)).toBeVisible();
  await expect(dialog.getByText(/^fingerprint [0-9a-f]{12}$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Commit' }).click();
  await expect(page.getByText('Config successfully exported')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Commit/ })).toBeHidden();

  const files = publishedFiles(server, 'tenants/1/coursepro.php');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    expect(file.text).toMatch(/define\('BASKET_TIMEOUT', '?77'?\);/);
    expect(file.sha256).toBe(files[0]?.sha256);
  }
  await page.reload();
  await expect(page.getByText(/^Revision 3\b/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Commit/ })).toBeHidden();
});
