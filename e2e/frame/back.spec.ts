import { expect, test } from '@playwright/test';
import { editSetting } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server } = hostSignedIn();

test('Back closes an open dialog before leaving the page', async ({ page }) => {
  await page.goto(`${server.url}/tenant`);
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await page.getByRole('button', { name: 'Add tenant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tenant' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(({ pathname, search }) => pathname === '/tenant' && !search.includes('dialog'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/tools');
});

test('Back closes a dialog on the first page of a tab, and then leaves immediately', async ({ page }) => {
  await page.goto(`${server.url}/tenant`);
  const dialog = page.getByRole('dialog', { name: 'Add tenant' });
  for (const how of ['Back', 'Cancel']) {
    await page.getByRole('button', { name: 'Add tenant' }).click();
    await expect(dialog).toBeVisible();
    await (how === 'Back' ? page.goBack() : dialog.getByRole('button', { name: 'Cancel' }).click());
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${server.url}/tenant`);
    await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/tenant`);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('Back also closes a dialog without its own URL on the first page', async ({ page }) => {
  await page.goto(`${server.url}/tenant/1`);
  await page.getByRole('button', { name: 'Delete tenant' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${server.url}/tenant/1`);
});

test('Back closes a dialog before prompting about unsaved changes', async ({ page }) => {
  await page.goto(`${server.url}/tenant/1`);
  await page.getByRole('link', { name: 'Config', exact: true }).first().click();
  await editSetting(page, 'BASKET_TIMEOUT', '91');
  await page.getByRole('button', { name: 'Edit BASKET_TIMEOUT', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit BASKET_TIMEOUT' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(({ pathname }) => pathname.endsWith('/config'));
  const question = page.getByRole('alertdialog');
  await expect(question).toBeHidden();
  await page.goBack();
  await expect(question).toContainText('Do you really want to leave? you have unsaved changes!');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('button', { name: /^Save\s*1$/ })).toBeVisible();
});

test('Back undoes paging, sorting and filters one by one; typing adds no entries', async ({ page }) => {
  await page.goto(`${server.url}/tenant`);
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  const table = page.getByRole('table', { name: 'Tenants' });
  await table.getByRole('columnheader', { name: /^Name/ }).getByRole('button').first().click();
  await expect(page).toHaveURL(/\?sort=/);
  const sorted = page.url();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page).toHaveURL(sorted);
  await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/tenant`);
  await page.getByRole('searchbox', { name: 'Search tenants' }).pressSequentially('brimham');
  await expect(page).toHaveURL(/q=brimham/);
  await page.goBack();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/tools');
});

test('Back undoes the choices of tools and lists one by one; a search typed there adds no entries', async ({
  page,
}) => {
  await page.goto(`${server.url}/alerts`);
  await page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^Resolved/ })
    .click();
  await expect(page).toHaveURL(/state=resolved/);
  await page.getByLabel('Severity').selectOption('critical');
  await expect(page).toHaveURL(/severity=critical/);
  await page.getByRole('searchbox', { name: 'Search alerts' }).pressSequentially('site');
  await expect(page).toHaveURL(/q=site/);
  await page.goBack();
  await expect(page).toHaveURL(({ search }) => search === '?state=resolved');
  await expect(page.getByLabel('Severity')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/alerts`);

  await page.goto(`${server.url}/tools/deploy-release`);
  const app = page.getByLabel('App', { exact: true });
  await app.selectOption({ index: 1 });
  await expect(page).toHaveURL(/app=/);
  const first = page.url();
  await app.selectOption({ index: 2 });
  await expect(page).not.toHaveURL(first);
  await page.goBack();
  await expect(page).toHaveURL(first);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/tools/deploy-release`);
  await expect(app).toHaveValue('');
});

test("the tabs between a service's configs are addresses; Back returns to the one before", async ({ page }) => {
  await page.goto(`${server.url}/tenant/1/coursepro/config`);
  const tabs = page.getByRole('navigation', { name: 'Configs of the service' });
  await tabs.getByRole('link', { name: 'Licence config' }).click();
  await expect(page.getByRole('heading', { name: 'Licence config' })).toBeVisible();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/tenant/1/licence/config');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'CoursePro config' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'CoursePro config' })).toHaveAttribute('aria-current', 'page');
  await page.goto(`${server.url}/tenant/1/strive/config`);
  await expect(page.getByRole('heading', { name: 'Strive config' })).toBeVisible();
  await expect(tabs).toBeHidden();
});
