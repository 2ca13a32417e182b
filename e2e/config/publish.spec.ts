import { expect, test } from '@playwright/test';
import { startConsole, type Console } from '../support/console.ts';
import { editSetting, publishedFiles, save, signInOn } from '../support/screens.ts';

let server: Console;
test.beforeAll(async () => void (server = await startConsole({ SANDBOX_TENANTS: '60' })));
test.afterAll(() => server.dispose());

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
