import { expect as expectOf, type Locator, type Page } from '@playwright/test';

const expect = expectOf.configure({ timeout: 20_000 });

/** Locators by the text on the screen. */
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
export const title = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1 });
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-toast]').filter({ hasText: text });

/** Chooses an option of a select. */
export const select = (page: Page, label: string, option: string): Promise<string[]> =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });

/** The card of a service on the page of a tenant. */
export const card = (page: Page, service: string): Locator =>
  page.getByRole('region', { name: service, exact: true }).and(page.locator('section'));

/** The row of a tenant in a table. */
export const row = (page: Page, tenant: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: tenant, exact: true }) });

/** The names in a table of tenants. */
export const tenantNames = (page: Page, table = 'Tenants'): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr td:nth-of-type(2)');

/** An entry of the drawer on the left. */
export const menu = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** Opens a tenant with the palette, which Ctrl+K opens on every screen. */
export async function openTenant(page: Page, tenant: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search tenants, pages and actions' }).fill(tenant);
  await expect(page.getByRole('option', { name: tenant, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(title(page, tenant)).toBeVisible();
}
