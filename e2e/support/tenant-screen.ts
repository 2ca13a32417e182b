import { expect as expectOf, type Page } from '@playwright/test';
import { button, card, link, menu, select, toast } from './locators.ts';

const expect = expectOf.configure({ timeout: 30_000 });
/** Timeout for slow operations: compiling a theme, seeding a tenant. */
const LONG = { timeout: 120_000 };

/** Adds a tenant to the list. */
export async function createTenant(page: Page, tenant: string): Promise<void> {
  await menu(page, 'Tenants').click();
  await button(page, 'Add tenant').click();
  const dialog = page.getByRole('dialog', { name: 'Add tenant' });
  await dialog.getByLabel('Name').fill(tenant);
  await dialog.getByRole('button', { name: 'Add tenant' }).click();
  await expect(toast(page, `Successfully created tenant \`${tenant}\``)).toBeVisible();
}

/** Opens the tenant's branding and sets a colour and a title, which the preview shows; does not save. */
export async function editBranding(page: Page): Promise<void> {
  await card(page, 'HomePortal2').getByRole('link', { name: 'Branding' }).click();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await page.getByRole('textbox', { name: 'Primary colour', exact: true }).fill('#1f6f5c');
  await page.getByRole('textbox', { name: 'Find a center title', exact: true }).fill('Find your club');
  await select(page, 'Branch', 'main');
  await expect(page.frameLocator('iframe[data-shown]').getByRole('heading', { level: 1 })).toHaveText('Find your club');
}

export async function generateBranding(page: Page): Promise<void> {
  await button(page, /^Save and Generate/).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and Generate' }).click();
  await expect(toast(page, 'Branding and content settings saved successfully!')).toBeVisible(LONG);
}

export async function seedTenant(page: Page, tenant: string): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'Seed Tenant').click();
  await page.getByRole('combobox', { name: 'Tenant', exact: true }).fill(tenant.slice(0, 7));
  await page.getByRole('option', { name: tenant, exact: true }).click();
  await button(page, `Seed Tenant - ${tenant}`).click();
  await expect(toast(page, `Tenant ${tenant} seed complete`)).toBeVisible(LONG);
}
