import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { button, select, title } from '../support/locators.ts';
import { signIn } from '../support/operator.ts';
import { addPersonWithPassword, openAs, PASSWORD, signInAs } from '../support/people.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostConsole, signInBrowser } from '../support/signed-in.ts';

const { server, operator: admin } = hostConsole();
test.beforeAll(async () => {
  await addPersonWithPassword(server.url, admin, { name: 'vera.viewer', role: 'viewer' });
});

test('an admin finds who was refused what, live, and keeps the filters in the address', async ({ page, browser }) => {
  await signInBrowser(page.context());
  await page.goto(`${server.url}/tools`);
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(title(page, 'Audit')).toBeVisible();
  await select(page, 'Action', 'Refusals');
  await expect(page).toHaveURL(/kind=access/);
  await expect(page.getByText('No events match')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  // Another person is refused meanwhile; the page updates automatically.
  const vera = await signIn(server.url, { user: 'vera.viewer', password: PASSWORD });
  expect((await vera.call('DELETE', '/api/tenant/1')).status).toBe(403);
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('vera.viewer was denied deleteTenant');
  await expect(changes).toContainText('127.0.0.1');
  await expectAccessible(page);
  await page.reload();
  await expect(changes).toContainText('vera.viewer was denied deleteTenant');

  const permalink = await page
    .getByRole('link', { name: /^Event \d+$/ })
    .first()
    .getAttribute('href');
  await page.goto(server.url + (permalink ?? ''));
  await expect(page.getByRole('link', { name: /^Event \d+$/ })).toHaveCount(1);
  await button(page, 'Clear filters').click();
  await expect(page.getByRole('link', { name: /^Event \d+$/ }).nth(1)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('deletetenant');
  await expect(page.getByRole('link', { name: /^Event \d+$/ })).toHaveCount(1);

  const viewing = await openAs(browser, server.url, 'vera.viewer', '/audit');
  await expect(viewing.getByText('This page is for admins')).toBeVisible();
});

test('viewers see the changes of a tenant without values', async ({ page }) => {
  const { status } = await admin.call('PATCH', '/api/tenant/2', { status: false });
  expect(status).toBe(200);
  await signInAs(page.context(), server.url, 'vera.viewer');
  await page.goto(`${server.url}/tenant/2?tab=changes`);
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('admin');
  await expect(changes).toContainText('changed the Active switch');
  await expect(changes.locator('ins')).toHaveCount(0);
  await expect(changes).not.toContainText(/switched|→|true|false/);
  await expectAccessible(page);
});

test('the export contains what is shown, and the whole chain is verified against its checkpoint', async ({ page }) => {
  await signInBrowser(page.context());
  await page.goto(`${server.url}/audit?kind=user`);
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('vera.viewer');
  for (const [label, first] of [
    ['CSV', 'id,at,actor,action,subject,tenant_id,before,after,request_id'],
    ['NDJSON', '{"id":'],
  ] as const) {
    await button(page, 'Export').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: new RegExp(`^${label}`) }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split(/\r?\n/);
    expect(lines[0]?.startsWith(first)).toBe(true);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines.slice(1)) expect(line).toContain('user.');
  }

  await expect.poll(() => existsSync(join(server.dataDir, 'audit-checkpoints.ndjson'))).toBe(true);
  await button(page, 'Verify').click();
  const dialog = page.getByRole('dialog', { name: 'Verify the audit log' });
  await expect(dialog.getByText('The audit log is intact')).toBeVisible();
  await expect(dialog.getByText(/events and [1-9]\d* signed checkpoints? checked/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
});
