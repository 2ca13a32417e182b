import { expect, test } from '@playwright/test';
import { ADMIN } from '../support/console.ts';
import { button, row, title, toast } from '../support/locators.ts';
import { openAs, PASSWORD, signInAs, signInPerson } from '../support/people.ts';
import { expectAccessible } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server, operator: admin } = hostConsole();

test('an admin adds a person, who sets a password with the link, and disables them while they work', async ({
  page,
  browser,
}) => {
  // Adding a person requires a recent sign-in, which the session of the template may not be.
  await signInAs(page.context(), server.url, ADMIN.user, ADMIN.password);
  await page.goto(`${server.url}/tools`);
  await page.getByRole('link', { name: 'People' }).click();
  await expect(title(page, 'People')).toBeVisible();
  await expect(page.getByRole('row', { name: /^admin \(you\)/ })).toContainText('Last admin');
  await expectAccessible(page);

  await button(page, 'Add person').click();
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await dialog.getByLabel('Name').fill('priya.shah');
  await dialog.getByLabel('Role').selectOption({ label: 'Operator' });
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Add person' }).click();
  const linkDialog = page.getByRole('dialog', { name: 'Link for priya.shah' });
  const link = await linkDialog.getByLabel('One-time link').inputValue();
  await expectAccessible(page);
  await linkDialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'priya.shah')).toContainText('Invited');

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText('Set the password of priya.shah')).toBeVisible();
  await expectAccessible(other);
  await other.getByLabel('New password').fill('password1234');
  await other.getByLabel('Repeat the password').fill('password1234');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('alert')).toHaveText(
    'This password is one of the most common ones. Choose another one.',
  );
  await other.getByLabel('New password').fill(PASSWORD);
  await other.getByLabel('Repeat the password').fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('alert')).toHaveText('This link is no longer valid.');
  await signInPerson(other, server.url, 'priya.shah', PASSWORD);

  // The admin's list updates automatically.
  await expect(row(page, 'priya.shah')).toContainText('Active');
  await row(page, 'priya.shah').dblclick();
  const panel = page.getByRole('dialog', { name: 'priya.shah' });
  await expect(panel.getByRole('heading', { name: 'Sessions (1)' })).toBeVisible();
  await expect(panel.getByText(/^Chrome on /)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(toast(page, 'priya.shah disabled')).toBeVisible();
  await expect(other).toHaveURL(/\/auth\/login/);
  await expect(row(page, 'priya.shah')).toContainText('Disabled');

  await panel.getByRole('button', { name: 'Delete' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Delete priya.shah?' });
  await deletion.getByLabel('Type the name below to confirm').fill('priya.shah');
  await deletion.getByRole('button', { name: 'Delete person' }).click();
  await expect(row(page, 'priya.shah')).toBeHidden();
  await button(page, 'Deleted (1)').click();
  await button(page, 'Restore priya.shah').click();
  await expect(toast(page, 'priya.shah restored')).toBeVisible();
});

test('a person changes their password and ends other sessions', async ({ page, browser }) => {
  const { body } = await admin.call('POST', '/api/people', { name: 'tom.okafor', role: 'viewer' });
  await page.goto(server.url + (body as { link: string }).link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await signInPerson(page, server.url, 'tom.okafor', PASSWORD);
  const other = await openAs(browser, server.url, 'tom.okafor', '/tools');
  await expect(title(other, 'Tools')).toBeVisible();

  await page
    .getByRole('banner')
    .getByRole('button', { name: /tom\.okafor/ })
    .click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { name: 'Sessions (2)' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'End all others').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Sessions (1)' })).toBeVisible();
  await expect(other).toHaveURL(/\/auth\/login/);

  const change = async (old: string, password: string) => {
    await page.getByLabel('Old password').fill(old);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(password);
    await button(page, 'Change password').click();
  };
  await change('wrong', 'another few words');
  await expect(page.getByText('The old password is wrong.')).toBeVisible();
  await change(PASSWORD, 'another few words');
  await expect(toast(page, 'Password changed')).toBeVisible();
  await signInPerson(other, server.url, 'tom.okafor', 'another few words');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.goto(`${server.url}/people`);
  await expect(page.getByText('This page is for admins')).toBeVisible();
});
