import type { BulkRow } from '@mission-control/contract/bulk/schema';
import { expect, test, type Page } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { signIn, type Operator } from '../support/operator.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

let server: HostedConsole;
let operator: Operator;
test.beforeAll(async () => {
  server = await startHostedConsole();
  operator = await signIn(server.url);
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server.dispose());

const preview = (page: Page) => page.getByRole('table', { name: 'Preview' });
const outcome = (page: Page) => page.getByRole('table', { name: 'Tenants' });
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption(option);

/** Confirms the start; the number has to be typed, because there are production tenants. */
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
  await choose(page, 'Taken back', 'In 1 h');
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
