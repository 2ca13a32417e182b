import { expect, test } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { startOneAddress } from '../support/one-address.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, signInBrowser } from '../support/signed-in.ts';

let server: Console;
test.beforeAll(async () => {
  server = await startFilledConsole();
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server.dispose());

test('source texts of a type are uploaded to Straker, and a refusal is reported [TRN-01] [TRN-02] [TRN-03] [TRN-04] [TRN-05] [TRN-06] [TRN-07] [TRN-08]', async ({
  page,
}) => {
  const requests = apiRequests(page);
  const reads = () => requests.filter(({ name }) => name === 'GET /api/repos/branches').length;
  await page.goto(`${server.url}/tools/upload-translations`);
  const type = page.getByLabel('Translation type');
  const branch = page.getByLabel('Branch');
  const button = page.getByRole('button', { name: 'Upload translations', exact: true });
  await expect(branch).toBeDisabled();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(await type.locator('option:not([hidden])').allTextContents()).toEqual([
    'Strive',
    'Strive BG',
    'Homeportal/Onlinejoining',
  ]);
  expect(reads()).toBe(0);
  await type.click();
  await expect(branch.locator('option', { hasText: 'feature/broken-build' })).toBeAttached({ timeout: 60_000 });
  await type.click();
  await type.selectOption('strive-bg');
  expect(reads()).toBe(1);
  await expect(branch).toBeEnabled();
  const first = page.waitForRequest((one) => one.method() === 'POST');
  await button.click();
  expect((await first).postDataJSON()).toEqual({ type: 'strive-bg', branch: '' });
  await expect(page.getByText('Successfully uploaded strive-bg translations to Straker')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('region', { name: 'Output', exact: true }).getByText('main is at')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await branch.selectOption('feature/broken-build');
  await button.click();
  await expect(
    page.getByText('Failed to upload translations to Straker - Straker refused the file: the project is closed'),
  ).toBeVisible({ timeout: 30_000 });
  await page.route('**/api/straker/upload-translations', (route) => route.fulfill({ status: 500, json: {} }));
  await button.click();
  await expect(page.getByText('Failed to upload translations to Straker - ?')).toBeVisible();
});

test('a console that is down gives no reason, because its proxy has none [TRN-07]', async ({ page }) => {
  const address = await startOneAddress(() => [server.url]);
  await page.goto(`${address.url}/tools/upload-translations`);
  await page.getByLabel('Translation type').selectOption('strive');
  const button = page.getByRole('button', { name: 'Upload translations', exact: true });
  await expect(button).toBeEnabled();
  await server.end('SIGKILL');
  await button.click();
  await expect(page.getByText('Failed to upload translations to Straker - ?')).toBeVisible();
  await server.start();
  await button.click();
  await expect(page.getByText('Successfully uploaded strive translations to Straker')).toBeVisible({ timeout: 30_000 });
  await address.close();
});
