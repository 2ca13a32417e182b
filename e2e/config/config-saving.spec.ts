import type { ConfigItem } from '@mission-control/contract/config/schema';
import { expect, test, type Page } from '@playwright/test';
import {
  addSetting,
  cellsOf,
  chooseValue,
  commit,
  commitButton,
  find,
  noteRequests,
  openConfig,
  said,
  saveButton,
  toasts,
} from '../support/config-screen.ts';
import { editSetting, save } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server, operator } = hostConsole();

/** Saves the edits and adds these warnings to the server's response. */
async function warnOnSave(page: Page, tenant: number, warnings: string[]): Promise<void> {
  await page.route(`**/api/tenant/${tenant}/coursepro`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const body = (await response.json()) as object;
    return route.fulfill({ response, json: { ...body, warnings } });
  });
}

test('Commit appears with the first saved change, and is disabled while there are edits [CFG-05, CFG-38, CFG-40]', async ({
  page,
}) => {
  await openConfig(page, server, 2);
  await expect(commitButton(page)).toBeHidden();
  await editSetting(page, 'SESSION_LIFETIME', '45');
  await expect(commitButton(page)).toBeHidden();
  await save(page);
  await expect(commitButton(page)).toBeVisible();
  await expect(commitButton(page)).not.toHaveAttribute('aria-disabled');
  await editSetting(page, 'SESSION_LIFETIME', '46');
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await commitButton(page).click({ force: true });
  await expect(page.getByRole('dialog', { name: /^Commit revision/ })).toBeHidden();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(commitButton(page)).not.toHaveAttribute('aria-disabled');
});

test('Commit is disabled while a save is pending [CFG-39]', async ({ page }) => {
  await openConfig(page, server);
  await expect(commitButton(page)).not.toHaveAttribute('aria-disabled');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/tenant/1/coursepro', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await editSetting(page, 'DB_POOL_SIZE', '25');
  await save(page);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await commitButton(page).hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('Wait until the config is saved');
  held.resolve();
  await expect(said(page, 'good')).toHaveText('Config successfully saved');
  await expect(commitButton(page)).not.toHaveAttribute('aria-disabled');
});

test('a failed commit shows the message of the server [CFG-44]', async ({ page }) => {
  await openConfig(page, server);
  await page.route('**/api/tenant/1/coursepro', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: 'boom' }) : route.continue(),
  );
  await commit(page);
  await expect(toasts(page, 'bad')).toHaveText('boom');
  await expect(page.getByRole('dialog', { name: /^Commit revision/ })).toContainText('boom');
  await expect(toasts(page, 'good')).toHaveCount(0);
});

test('a save reports its success and every warning of the response, and requests the validation [CFG-45, CFG-46, CFG-47, ERR-04]', async ({
  page,
}) => {
  await openConfig(page, server);
  const sent = noteRequests(page, /^\/api\/tenant\/1\/coursepro(\/validate)?$/);
  await warnOnSave(page, 1, ['w', 'another', 'a third']);
  await editSetting(page, 'CENTRE_CACHE_TTL', '301');
  await save(page);
  await expect(said(page, 'good')).toHaveText('Config successfully saved');
  await expect(toasts(page, 'bad')).toHaveText(['a third', 'another', 'w']);
  for (const toast of await toasts(page, 'bad').all()) await expect(toast).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() => sent.slice(sent.indexOf('POST /api/tenant/1/coursepro')))
    .toContain('GET /api/tenant/1/coursepro/validate');
});

test('after a save, every error and warning of the validation is a separate toast [CFG-47, TEN-74, TEN-75, ERR-04]', async ({
  page,
}) => {
  await openConfig(page, server, 4);
  await editSetting(page, 'CENTRE_CACHE_TTL', 'often');
  await editSetting(page, 'SESSION_LIFETIME', 'long');
  await chooseValue(page, 'ENABLE_HP2_API', 'False');
  await save(page);
  await expect(said(page, 'good')).toHaveText('Config successfully saved');
  const errors = [
    'CENTRE_CACHE_TTL must be a number (Currently often)',
    'SESSION_LIFETIME must be a number (Currently long)',
  ];
  await expect(toasts(page, 'bad')).toHaveCount(2);
  for (const text of errors) await expect(toasts(page, 'bad').filter({ hasText: text })).toBeInViewport({ ratio: 1 });
  await expect(toasts(page, 'warn')).toHaveText(
    'ENABLE_HOMEPORTAL_BASKET requires ENABLE_HP2_API to be true (Currently False)',
  );
});

test('an unknown constant with the name of a known key becomes a known constant when saved [CFG-49]', async ({
  page,
}) => {
  const added = [{ key: 'BRIDGE_RETRIES', value: '3', type: 2, state: 1 }];
  expect(await operator.call('POST', '/api/tenant/5/coursepro', { added })).toMatchObject({ status: 200 });
  await openConfig(page, server, 5);
  await find(page, 'BRIDGE_RETRIES');
  await expect(cellsOf(page, 'BRIDGE_RETRIES').nth(1)).toHaveText('Known Constant');

  await addSetting(page, 'BRIDGE_SYNC_INTERVAL', '5');
  await save(page);
  await expect(said(page, 'good')).toHaveText('Config successfully saved');
  const { body } = await operator.call('GET', '/api/tenant/5/coursepro');
  const types = new Map((body as ConfigItem[]).map((item) => [item.key, item.type]));
  expect([types.get('BRIDGE_RETRIES'), types.get('BRIDGE_SYNC_INTERVAL')]).toEqual([1, 1]);
});

test('a toast is shown at the bottom centre for 8 s [ERR-01, ERR-02]', async ({ page }) => {
  await page.clock.install();
  await openConfig(page, server, 3);
  await editSetting(page, 'BASKET_TIMEOUT', '21');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.clock.runFor(100);
  const toast = toasts(page, 'notice');
  await expect(toast).toHaveText('1 unsaved change discarded');
  await page.clock.runFor(7700);
  await expect(toast).toBeVisible();
  const box = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(2);
  expect(900 - box.y - box.height).toBeLessThan(48);
  await page.clock.runFor(700);
  // Its fade-out timer starts when the page has drawn the start of the transition.
  await expect(async () => {
    await page.clock.runFor(200);
    await expect(toast).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
});

test('on a phone the toasts of a save do not cover Commit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openConfig(page, server, 3);
  await editSetting(page, 'BASKET_TIMEOUT', '22');
  await save(page);
  await expect(toasts(page, 'warn')).toHaveCount(2);
  await commit(page);
  await expect(toasts(page, 'good').filter({ hasText: 'Config successfully exported' })).toBeInViewport({ ratio: 1 });
  await expect(commitButton(page)).toBeHidden();
});
