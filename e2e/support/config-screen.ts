import { expect, type Locator, type Page } from '@playwright/test';
import type { HostedConsole } from './console.ts';
import { signInBrowser } from './signed-in.ts';

/** Signs the browser in and opens the CoursePro config of a tenant. */
export async function openConfig(page: Page, server: HostedConsole, tenant = 1): Promise<void> {
  await signInBrowser(page.context());
  await page.goto(`${server.url}/tenant/${tenant}/coursepro/config`);
  await expect(page.getByRole('button', { name: 'Download JSON' })).toBeVisible();
}

/** Filters settings by name or value. */
export const find = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Search settings' }).fill(text);

/** The row of a setting; searches for it first. */
export const rowOf = (page: Page, key: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(key, { exact: true }) });

/** The cells of a setting's row: name, type, value, actions. */
export const cellsOf = (page: Page, key: string): Locator => rowOf(page, key).getByRole('cell');

export async function openSetting(page: Page, key: string): Promise<Locator> {
  await find(page, key);
  await page.getByRole('button', { name: `Edit ${key}`, exact: true }).click();
  return page.getByRole('dialog', { name: `Edit ${key}` });
}

/** Chooses one of a setting's options. */
export async function chooseValue(page: Page, key: string, option: string): Promise<void> {
  const dialog = await openSetting(page, key);
  await dialog.getByLabel('Value').selectOption({ label: option });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
}

/** Adds a setting in the dialog; leaves messages about the name for inspection. */
export async function addSetting(page: Page, key: string, value: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add setting' });
  await dialog.getByLabel('Name').fill(key);
  await dialog.getByLabel('Value').fill(value);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  return dialog;
}

/** The page's Save button, whatever its count. */
export const saveButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Save( \d+)?$/ });

/** The page's Commit button, whatever its count. */
export const commitButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Commit( \d+)?$/ });

/** Commits the open config through the dialog. */
export async function commit(page: Page): Promise<void> {
  await commitButton(page).click();
  await page
    .getByRole('dialog', { name: /^Commit revision/ })
    .getByRole('button', { name: 'Commit' })
    .click();
}

/** Toasts of a severity, newest last. */
export const toasts = (page: Page, meaning: 'good' | 'notice' | 'warn' | 'bad'): Locator =>
  page.locator(`[data-toast=${meaning}]`);

/** Texts of these toasts, without the second line. */
export const said = (page: Page, meaning: 'good' | 'notice' | 'warn' | 'bad'): Locator =>
  toasts(page, meaning).locator('> div > span');

/** Records every request to the console from now on, as `METHOD path`. */
export function noteRequests(page: Page, path: RegExp): string[] {
  const noted: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (path.test(pathname)) noted.push(`${request.method()} ${pathname}`);
  });
  return noted;
}
