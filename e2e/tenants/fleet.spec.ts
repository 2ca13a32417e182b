import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { toasts } from '../support/config-screen.ts';
import { tenantNames } from '../support/locators.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let place: EnvironmentDetailRow;
test.beforeAll(async () => {
  const { environments } = (await operator.call('GET', '/api/environment')).body as {
    environments: EnvironmentDetailRow[];
  };
  const [smallest] = environments
    .filter((one) => one.services.includes('strive') && one.tenant_count > 1)
    .toSorted((a, b) => a.tenant_count - b.tenant_count);
  if (!smallest) throw new Error('The fleet has no environment of Strive with several tenants.');
  place = smallest;
});

const HOST = 'eu-new-server-1';
/** Published files on the new server. */
function filesThere(): string[] {
  const folder = join(server.dataDir, 'fleet', HOST, 'config', 'tenants');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.env'));
}
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Fleet' }).getByRole('link', { name });

test('a new server gets the files of its environment when somebody commits them, and not before', async ({ page }) => {
  await page.goto(`${server.url}/environment?q=${place.environment_name}`);
  await page.getByRole('link', { name: `Servers and tenants of ${place.environment_name}` }).click();
  await expect(page.getByRole('heading', { name: place.environment_name, level: 1 })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Add server' }).click();
  const dialog = page.getByRole('dialog', { name: `Add server to ${place.environment_name}` });
  await dialog.getByLabel('Host name').fill(HOST);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText(/\d+ tenants?, \d+ configs? will wait for a commit\./);
  await expect(dialog.getByRole('status')).toContainText(`will be missing on ${HOST} until somebody commits`);
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Add as shown' }).click();
  await expect(toasts(page, 'good')).toContainText(`${HOST} added to ${place.environment_name}`);
  const note = page.getByRole('status').filter({ hasText: `missing on ${HOST}` });
  await expect(note).toContainText(/^\d+ configs? missing on/);
  expect(filesThere()).toEqual([]);
  await note.getByRole('button', { name: /^Commit \d+$/ }).click();
  const commit = page.getByRole('alertdialog');
  await commit.getByRole('button', { name: 'Commit' }).click();
  await expect(commit).toContainText(/\d+ configs? committed/);
  await commit.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
  expect(filesThere().length).toBeGreaterThan(0);
});

test('items of the fleet are added, changed and retired, or name their users', async ({ page }) => {
  await page.goto(`${server.url}/fleet`);
  await expect(page).toHaveURL(/\/fleet\/environments$/);
  await expectAccessibleAtBothWidths(page);
  await tab(page, 'Certificates').click();
  await page.getByRole('button', { name: 'Add certificate' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('<b>Nidd</b> & Sons');
  await form.getByLabel('Domain').fill('*.nidd.example');
  await expectAccessibleAtBothWidths(page);
  await form.getByRole('button', { name: 'Add certificate' }).click();
  await expect(toasts(page, 'good')).toContainText('Certificate added');
  await page.getByRole('searchbox', { name: 'Search certificates' }).fill('nidd');
  await page.getByRole('link', { name: '<b>Nidd</b> & Sons' }).click();
  await form.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText(/^No results found/)).toBeVisible();
  await tab(page, 'Environments').click();
  await page.getByRole('searchbox', { name: 'Search environments' }).fill(place.environment_name);
  await page.getByRole('link', { name: place.environment_name, exact: true }).click();
  await form.getByRole('button', { name: 'Retire' }).click();
  const used = page.getByRole('dialog', { name: `${place.environment_name} is in use` });
  await used.getByRole('link', { name: /tenants$/ }).click();
  await expect(page.getByText(`Uses environment`)).toBeVisible();
  const names = tenantNames(page);
  await expect(names).toHaveCount(Math.min(10, place.tenant_count));
});

test('a default template is edited, refused with reasons, and injected into a config', async ({ page }) => {
  await page.goto(`${server.url}/fleet`);
  await tab(page, 'Default templates').click();
  await expect(page.getByRole('row', { name: /^HomePortal2 .* Passes/ })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Edit the default template of CoursePro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Default template of CoursePro' });
  const settings = dialog.getByLabel('Settings');
  await settings.fill('BASKET_TIMEOUT = soon\nSITE_TITLE = {tenant_name} online');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('BASKET_TIMEOUT must be a number (Currently soon)');
  await expectAccessibleAtBothWidths(page);
  await settings.fill('BASKET_TIMEOUT = 15\nSITE_TITLE = {tenant_name} online');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page, 'good')).toContainText('Default template of CoursePro saved');
  await page.getByRole('button', { name: 'Edit the default template of CoursePro' }).click();
  await expect(settings).toHaveValue('BASKET_TIMEOUT = 15\nSITE_TITLE = {tenant_name} online');
});
