import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { commitButton, toasts } from '../support/config-screen.ts';
import { card } from '../support/locators.ts';
import { expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const files = () => publishedFiles(server, 'tenants/1/strive.env');
const pathOn = (host: string) => join(server.dataDir, 'fleet', host, 'config', 'tenants/1/strive.env');
/** The first server that has the file. */
function someHost(): string {
  const [first] = files();
  if (!first) throw new Error('No server has the file.');
  return first.host;
}

test('on a phone, the differences of the fleet are stacked, with all their actions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/drift?view=differences`);
  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences.getByRole('listitem')).toHaveCount(10);
  await expect(differences.getByRole('link', { name: /^Commit / }).first()).toBeInViewport({ ratio: 1 });
  const beyond = await differences.evaluate(
    (list) =>
      [list, ...list.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > innerWidth).length,
  );
  expect(beyond).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessibleAtBothWidths(page);
});

test('the job finds the server with a manual change, and the open page shows it', async ({ page }) => {
  await page.goto(`${server.url}/tenant/1`);
  const insight = card(page, 'Insight');
  // It runs at startup and every minute.
  await expect(insight).toContainText('Changed on the server', { timeout: 75_000 });
  await expect(insight).toContainText(/eu-staging-ins-01-a, found/);
  await expect(insight).not.toContainText('Servers match the saved config');
  await insight.getByRole('button', { name: 'Commit' }).click();
  const panel = page.getByRole('dialog', { name: 'Commit Insight config' });
  await expect(panel).toContainText('Changed on the server. eu-staging-ins-01-a has a different file');
  await panel.getByRole('button', { name: 'Commit' }).click();
  await expect(toasts(page, 'good')).toContainText('Config successfully exported');
  await expect(insight).toContainText('Servers match the saved config');
  await expect(insight.getByRole('button', { name: 'Commit' })).toHaveCount(0);
  expect(new Set(publishedFiles(server, 'tenants/1/insight.env').map(({ sha256 }) => sha256)).size).toBe(1);
});

test('Check servers finds a changed file, and a commit repairs it', async ({ page }) => {
  const [host, before] = [someHost(), files()];
  await page.goto(`${server.url}/tenant/1/strive/config`);
  const check = page.getByRole('button', { name: 'Check servers' });
  await check.click();
  await expect(toasts(page, 'good')).toContainText('the committed file');
  await expect(commitButton(page)).toBeHidden();

  writeFileSync(pathOn(host), 'USE_DB_TENANT="changed by hand"\n');
  await check.click();
  await expect(toasts(page, 'bad')).toContainText(`Changed on the server: ${host}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Changed on the server.' })).toContainText(host);
  await expectAccessibleAtBothWidths(page);
  await commitButton(page).click();
  const dialog = page.getByRole('dialog', { name: /^Commit revision/ });
  await expect(dialog).toContainText(`${host} has a different file from the committed one`);
  await dialog.getByRole('button', { name: 'Commit' }).click();
  await expect(toasts(page, 'good').filter({ hasText: 'Config successfully exported' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Changed on the server.' })).toHaveCount(0);
  await expect(commitButton(page)).toBeHidden();
  expect(files()).toEqual(before);
});

test('a removed file is reported on an open card until it is restored', async ({ page }) => {
  const [host, before] = [someHost(), files()];
  await page.goto(`${server.url}/tenant/1`);
  const strive = card(page, 'Strive');
  await expect(strive).toContainText('Servers match the saved config');
  rmSync(pathOn(host));
  const answer = await operator.call('POST', '/api/tenant/1/strive/check');
  expect(answer).toMatchObject({ status: 200, body: { drift: { hosts: [host] } } });
  await expect(strive).toContainText('Changed on the server');
  await expectAccessibleAtBothWidths(page);
  await strive.getByRole('link', { name: 'Compare the Strive config with its servers' }).click();
  await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Changed on the server.' })).toContainText(host);
  await page.goBack();
  writeFileSync(pathOn(host), before.find((file) => file.host === host)?.text ?? '');
  await strive.getByRole('button', { name: 'Check now' }).click();
  await expect(toasts(page, 'good')).toContainText('the committed file');
  await expect(strive).toContainText('Servers match the saved config');
});
