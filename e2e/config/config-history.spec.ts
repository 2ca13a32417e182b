import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { commit, commitButton, find, rowOf, toasts } from '../support/config-screen.ts';
import { expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const CONFIG = '/api/tenant/1/strive';
const SECRET = 'canary-7f31-of-the-history';
const constant = (key: string, value: string) => ({ key, value, type: 2 });

const { server, operator } = hostSignedIn();

const open = (page: Page, view: string) => page.goto(`${server.url}/tenant/1/strive/config?${view}`);
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await operator.call(method, `${CONFIG}${path}`, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body as { revision: number };
};
const compared = (page: Page, key: string) =>
  page.getByRole('table', { name: 'Settings that differ' }).getByRole('row').filter({ hasText: key });

test('an older revision is compared and restored as the newest one, secrets included', async ({ page }) => {
  const { revision: first } = await send('POST', '', {
    added: [constant('HISTORY', 'first'), constant('KEPT', 'same'), constant('DB_PASSWORD', SECRET)],
  });
  await send('POST', '', { changed: [constant('HISTORY', 'second'), constant('DB_PASSWORD', `${SECRET}-2`)] });
  await send('POST', '', { removed: ['HISTORY'] });

  await open(page, 'panel=revisions');
  const panel = page.getByRole('dialog', { name: 'Revisions' });
  await panel.getByRole('button', { name: 'Compare two' }).click();
  await panel.getByLabel('From', { exact: true }).selectOption(String(first));
  await panel.getByLabel('To', { exact: true }).selectOption(String(first + 1));
  await expect(panel.getByRole('region', { name: 'HISTORY' })).toContainText(/first[\s\S]*second/);
  await expect(panel.getByRole('region', { name: 'DB_PASSWORD' })).toContainText('Secret');
  await expect(panel.getByRole('region', { name: 'KEPT' })).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);

  await panel.getByRole('button', { name: 'List' }).click();
  await panel.getByRole('button', { name: `Restore revision ${first}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Restore revision ${first}?` });
  await expect(dialog.getByRole('region', { name: 'HISTORY' })).toContainText('first');
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: `Restore as revision ${first + 3}` }).click();
  await expect(toasts(page, 'good')).toContainText(`Revision ${first} restored as revision ${first + 3}`);
  await expect(panel.getByRole('button', { name: `Changes of revision ${first + 3}` })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('canary');

  await panel.getByRole('button', { name: 'Close' }).click();
  await find(page, 'HISTORY');
  await expect(rowOf(page, 'HISTORY')).toContainText('first');
  const { body } = await operator.call('POST', `${CONFIG}/reveal`, { key: 'DB_PASSWORD', reason: 'a journey' });
  expect(body).toEqual({ value: SECRET });
});

test('saved, committed and published are shown side by side, and Commit repairs a manual change', async ({ page }) => {
  await send('POST', '', { added: [constant('BY_HAND', 'committed')] });
  await send('PUT', '');
  const before = publishedFiles(server, 'tenants/1/strive.env');
  const [changed, ...others] = before.map(({ host }) => ({
    host,
    path: join(server.dataDir, 'fleet', host, 'config', 'tenants/1/strive.env'),
  }));
  if (!changed) throw new Error('No server has the file.');

  await open(page, 'view=servers');
  await expect(page.getByRole('heading', { name: 'Everything is the same' })).toBeVisible();
  await expect(commitButton(page)).toBeHidden();
  await expectAccessibleAtBothWidths(page);

  const text = readFileSync(changed.path, 'utf8').replace('BY_HAND="committed"', 'BY_HAND="edited"');
  writeFileSync(changed.path, `${text}# a remark\n`);
  for (const { path } of others) rmSync(path);
  await page.getByRole('button', { name: 'Read again' }).click();
  const row = compared(page, 'BY_HAND');
  await expect(row).toContainText('Changed on the server');
  await expect(row.getByRole('cell')).toContainText(['committed', 'committed', 'edited']);
  await expect(page.getByText(`Other text differs on ${changed.host}.`)).toBeVisible();
  for (const { host } of others) await expect(page.getByText(`${host} has no file.`)).toBeVisible();

  // Concurrent saves appear automatically.
  await send('POST', '', { changed: [constant('KEPT', 'only saved')] });
  await expect(compared(page, 'KEPT')).toContainText('Not committed');
  await expect(page.locator('body')).not.toContainText('canary');
  await expectAccessibleAtBothWidths(page);

  await send('POST', '', { changed: [constant('KEPT', 'same')] });
  await expect(compared(page, 'KEPT')).toHaveCount(0);
  await commit(page);
  await expect(page.getByRole('heading', { name: 'Everything is the same' })).toBeVisible();
  expect(publishedFiles(server, 'tenants/1/strive.env')).toEqual(before);
});

test('the commit panel of a tenant shows the changes since the last commit, and links to the revisions', async ({
  page,
}) => {
  const settings = Array.from({ length: 60 }, (_, index) => constant(`LONG_${index}`, `value ${index}`));
  await send('POST', '', { added: [...settings, constant('PANEL_PASSWORD', SECRET)] });
  await send('PUT', '');
  await send('POST', '', { changed: [constant('LONG_5', 'changed'), constant('PANEL_PASSWORD', `${SECRET}-3`)] });

  await page.goto(`${server.url}/tenant/1?commit=strive`);
  const panel = page.getByRole('dialog', { name: 'Commit Strive config' });
  const diff = panel.getByRole('group', { name: 'Changes of the file' });
  await expect(diff.locator('[data-kind="removed"]')).toHaveText([
    /^Removed: LONG_5="?value 5"?$/,
    /^Removed: PANEL_PASSWORD="?•+ \(earlier value\)"?$/,
  ]);
  await expect(diff.locator('[data-kind="added"]')).toHaveText([/LONG_5="?changed"?$/, /PANEL_PASSWORD="?•+"?$/]);
  await expect(diff).toContainText(/\d+ unchanged lines/);
  await expect(page.locator('body')).not.toContainText('canary');
  await expectAccessibleAtBothWidths(page);

  await panel.getByRole('button', { name: 'Whole file' }).click();
  await expect(panel.getByRole('region', { name: 'Rendered config' })).toContainText('LONG_59');
  await panel.getByRole('button', { name: 'Commit' }).click();
  await expect(toasts(page, 'good')).toContainText('Config successfully exported');

  await page.goto(`${server.url}/tenant/1?commit=strive`);
  await expect(panel).toContainText('No line of the file changes.');
  await panel.getByRole('link', { name: 'Restore a revision' }).click();
  await expect(page.getByRole('dialog', { name: 'Revisions' })).toBeVisible();
});
