import { expect, test, type Page } from '@playwright/test';
import { button, tenantNames, toast } from '../support/locators.ts';
import { addPersonWithPassword, openAs } from '../support/people.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server, operator: admin } = hostConsole();
test.beforeAll(async () => {
  await addPersonWithPassword(server.url, admin, { name: 'olive.operator', role: 'operator' });
  await addPersonWithPassword(server.url, admin, { name: 'victor.viewer', role: 'viewer' });
});

/** By name, the last active tenant of the sandbox in America. */
const LAST = 'York River Sport & Leisure';

const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Pinned views' }).getByRole('link');

test('two people share a view: one saves it with the keyboard, the other pins it live and starts there', async ({
  browser,
}) => {
  const olive = await openAs(browser, server.url, 'olive.operator', '/tenant');
  const victor = await openAs(browser, server.url, 'victor.viewer', '/tenant');
  await olive.goto(`${server.url}/tenant?region=us-east-1&sort=-name`);
  await expect(tenantNames(olive).first()).toHaveText(LAST);
  await button(olive, 'Views').focus();
  await olive.keyboard.press('Enter');
  await expect(entry(olive, 'Save view')).toBeFocused();
  await olive.keyboard.press('Enter');
  await olive.getByLabel('Name').fill('America');
  await olive.getByRole('switch', { name: 'Share with everybody' }).press('Space');
  await expectAccessible(olive);
  await olive.getByLabel('Name').press('Enter');
  await expect(toast(olive, 'View America saved')).toBeVisible();
  await expect(tabs(olive)).toHaveText(['All tenants', 'America']);
  await expect(tabs(olive).last()).toHaveAttribute('aria-current', 'page');

  await button(victor, 'Views').click();
  await expect(victor.getByRole('menuitemradio', { name: /America/ })).toContainText('Shared by olive.operator');
  await entry(victor, 'Manage views').click();
  await button(victor, 'Options of America').click();
  await expect(entry(victor, 'Delete')).toHaveCount(0);
  await victor.getByRole('menuitemcheckbox', { name: 'Pinned above the list' }).click();
  await victor.getByRole('menuitemcheckbox', { name: /Start page/ }).click();
  await victor.keyboard.press('Escape');
  await victor.keyboard.press('Escape');
  await tabs(victor).getByText('America').click();
  await expect(tenantNames(victor).first()).toHaveText(LAST);
  await expectAccessibleAtBothWidths(victor);
  await victor.goto(server.url);
  await expect(victor).toHaveURL(/\/tenant\?region=us-east-1&sort=-name/);

  // Live: another name, then no longer shared.
  await button(olive, 'Views').click();
  await entry(olive, 'Manage views').click();
  const change = async (what: string) => {
    await button(olive, /^Options of/).click();
    await entry(olive, what).click();
  };
  await change('Rename');
  await olive.getByRole('textbox', { name: 'Name' }).fill('The Americas');
  await olive.keyboard.press('Enter');
  await expect(tabs(victor).last()).toHaveText('The Americas');
  await change('Stop sharing');
  await expect(victor.getByRole('navigation', { name: 'Pinned views' })).toBeHidden();
  await victor.goto(server.url);
  await expect(victor).toHaveURL(/\/dashboard/);
});

test('columns are dragged wider, moved by keyboard, kept over a reload, and part of a saved view', async ({
  browser,
}) => {
  const page = await openAs(browser, server.url, 'olive.operator', '/tenant');
  const heads = page.getByRole('table', { name: 'Tenants' }).locator('thead th');
  const licence = heads.filter({ hasText: 'Licence' });
  // The rows decide the widths of the columns.
  await expect(tenantNames(page)).not.toHaveCount(0);
  const box = await licence.boundingBox();
  if (!box) throw new Error('The column Licence is not shown.');
  const edge = { x: box.x + box.width - 3, y: box.y + box.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 60, edge.y, { steps: 3 });
  await page.mouse.up();
  await expect(page).toHaveURL(/licence-\d+/);
  await button(page, /^Columns/).click();
  await entry(page, 'Order and widths').click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await button(page, 'Move Members to the left').press('Enter');
  await dialog.getByLabel('Width of Account').fill('200');
  await dialog.getByLabel('Width of Account').blur();
  await expect(page).toHaveURL(/account-200.*members\.licence-\d+/);
  await expectAccessible(page);
  await button(page, 'Done').click();
  const shown = await heads.allTextContents();
  await page.goto(`${server.url}/tenant`);
  await expect(heads).toHaveText(shown);
  await button(page, 'Views').click();
  await entry(page, 'Save view').click();
  await page.getByLabel('Name').fill('Wide');
  await page.getByLabel('Name').press('Enter');
  await expect(page).toHaveURL(/columns=.*licence-\d+/);
  await expect(tabs(page).filter({ hasText: 'Wide' })).toHaveAttribute('aria-current', 'page');
  await button(page, /^Columns/).click();
  await page.getByRole('menuitemradio', { name: 'As many as fit' }).click();
  await expect(heads.filter({ hasText: 'Account' })).toBeVisible();
  await expect(page).not.toHaveURL(/columns=/);
});
