import { expect, test, type Page } from '@playwright/test';
import { button, title, toast } from '../support/locators.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostConsole, signInBrowser } from '../support/signed-in.ts';

/** Adds a mail channel for subscriptions, and subscribes. */
async function subscribe(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Alerts' });
  await tabs.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(page.getByText('Nothing is sent yet.')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await tabs.getByRole('link', { name: 'Channels' }).click();
  await button(page, 'Add channel').click();
  const channel = page.getByRole('dialog', { name: 'Add channel' });
  await channel.getByLabel('Kind').selectOption('E-mail');
  await channel.getByLabel('Name').fill('Mail');
  await channel.getByLabel('Mail server').fill('mail.sandbox.example');
  await channel.getByLabel('Sender').fill('console@sandbox.example');
  await channel.getByLabel('Recipients').fill('ops@sandbox.example');
  await channel.getByLabel('Send personal subscriptions').check();
  await channel.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByText('For subscriptions')).toBeVisible();

  await tabs.getByRole('link', { name: 'Subscriptions' }).click();
  await button(page, 'Subscribe').click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe' });
  await dialog.getByLabel('E-mail address').fill('nobody');
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.getByRole('alert')).toContainText('mail');
  await dialog.getByLabel('E-mail address').fill('admin@sandbox.example');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toast(page, 'Subscribed')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'admin@sandbox.example' });
  await expect(row).toContainText('Critical, Warning');
  await expectAccessibleAtBothWidths(page);
  await row.dblclick();
  const open = page.getByRole('dialog', { name: 'Subscription' });
  await open.getByLabel('Notice').check();
  await open.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Critical, Warning, Notice');
}

const { server } = hostConsole();

test('a site that is down is reported, acknowledged and resolved, live', async ({ page }) => {
  test.setTimeout(240_000);
  await signInBrowser(page.context());
  await page.goto(`${server.url}/alerts`);
  await expect(page.getByText('No alert rules yet')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('navigation', { name: 'Alerts' }).getByRole('link', { name: 'Channels' }).click();
  await button(page, 'Add channel').click();
  const channel = page.getByRole('dialog', { name: 'Add channel' });
  await expectAccessible(page);
  await channel.getByLabel('Name').fill('On call');
  await channel.getByLabel('Address').fill('https://hooks.sandbox.example/on-call');
  await channel.getByLabel('Signing key').fill('short');
  await channel.getByRole('button', { name: 'Add channel' }).click();
  await expect(channel.getByRole('alert')).toContainText('16');
  await channel.getByLabel('Signing key').fill('a key that is long enough');
  await channel.getByRole('button', { name: 'Add channel' }).click();
  await button(page, 'Test On call').click();
  await expect(toast(page, 'The test reached On call')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await subscribe(page);

  await page.getByRole('navigation', { name: 'Alerts' }).getByRole('link', { name: 'Rules' }).click();
  await button(page, 'Add rule').click();
  const rule = page.getByRole('dialog', { name: 'Add rule' });
  await rule.getByLabel('Name').fill('Sites down');
  await rule.getByLabel('On call (Webhook)').check();
  await rule.getByRole('button', { name: 'Preview the last 7 days' }).click();
  await expect(rule.getByText(/Finds .* now/)).toBeVisible();
  await expectAccessible(page);
  await rule.getByRole('button', { name: 'Add rule' }).click();
  await expect(toast(page, 'Rule added')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page
    .getByRole('navigation', { name: 'Alerts' })
    .getByRole('link', { name: /^Alerts/ })
    .click();
  const acknowledge = page.getByRole('button', { name: /^Acknowledge / }).first();
  await expect(acknowledge).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('link', { name: /^Alerts, \d+ open/ })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await acknowledge.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Acknowledge / });
  await dialog.getByLabel('Note').fill('Looking at it');
  await dialog.getByLabel('Note').press('Enter');
  await expect(toast(page, 'Alert acknowledged')).toBeVisible();
  await page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^Acknowledged/ })
    .click();
  await expect(page).toHaveURL(/state=acknowledged/);
  await expect(page.getByText(/Acknowledged by .*: Looking at it/)).toBeVisible();

  await page.getByRole('list', { name: 'Alerts' }).getByRole('heading').first().getByRole('link').click();
  await expect(page.getByText('Opened to On call')).toBeVisible();
  await expect(page.getByText('Opened to admin')).toBeVisible();
  await expect(page.getByText('Status 200').first()).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.goto(`${server.url}/alerts?state=acknowledged&mine=1`);
  await expect(page.getByLabel('Mine')).toBeChecked();
  await expect(page.getByText(/Acknowledged by .*: Looking at it/)).toBeVisible();

  // Alerts that no rule watches any more resolve automatically.
  await page.goto(`${server.url}/alerts/rules`);
  await page.getByRole('row').filter({ hasText: 'Sites down' }).dblclick();
  await page.getByRole('dialog', { name: 'Sites down' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.goto(`${server.url}/alerts?state=resolved`);
  await expect(page.getByText(/Resolved .* after/).first()).toBeVisible({ timeout: 30_000 });
  await expect(title(page, 'Alerts')).toBeVisible();
});
