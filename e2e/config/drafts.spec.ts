import { expect, test, type Browser, type Page } from '@playwright/test';
import { cellsOf, find, saveButton } from '../support/config-screen.ts';
import { addPersonWithPassword, openAs } from '../support/people.ts';
import { editSetting, expectAccessibleAtBothWidths, save } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server, operator: admin } = hostConsole();
test.beforeAll(async () => {
  for (const name of ['anna', 'ben']) await addPersonWithPassword(server.url, admin, { name, role: 'operator' });
  for (const name of ['ada', 'bob']) await addPersonWithPassword(server.url, admin, { name, role: 'admin' });
});

/** A person's browser, with a CoursePro config open. */
async function openConfigAs(browser: Browser, name: string): Promise<Page> {
  const page = await openAs(browser, server.url, name, '/tenant/1/coursepro/config');
  await expect(page.getByRole('button', { name: 'Download JSON' })).toBeVisible();
  return page;
}

const isDraft = (method: string) => (response: { url(): string; request(): { method(): string } }) =>
  response.url().includes('/api/draft/') && response.request().method() === method;
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'You have unsaved edits here.' });

/** Edits a setting, and waits until the draft is stored. */
async function edit(page: Page, key: string, value: string): Promise<void> {
  const stored = page.waitForResponse(isDraft('PUT'));
  await editSetting(page, key, value);
  expect((await stored).status()).toBe(200);
}

// First, because people of other journeys would still be present.
test('two people edit one config: each sees the other, edits of different keys merge, and the second one resolves a clash', async ({
  browser,
}) => {
  const [anna, ben] = [await openConfigAs(browser, 'anna'), await openConfigAs(browser, 'ben')];
  const around = (page: Page) => page.getByRole('group', { name: 'Other users on this page' });
  await expect(around(anna)).toContainText('ben has this config open');
  await expect(around(ben)).toContainText('anna has this config open');
  await edit(anna, 'BASKET_TIMEOUT', '31');
  await expect(around(ben)).toContainText('anna is editing this config');
  await edit(ben, 'BASKET_TIMEOUT', '32');
  await edit(ben, 'BRIDGE_TIMEOUT', '46');
  await expect(around(anna)).toContainText('ben is editing this config');
  await expectAccessibleAtBothWidths(anna);
  await save(anna);
  await expect(anna.getByText('Config successfully saved')).toBeVisible();
  await expect(around(ben)).toContainText('anna has this config open');

  await save(ben);
  const choice = ben.getByRole('dialog', { name: 'anna saved this setting before you' });
  await expect(choice).toContainText('31');
  await expect(choice).toContainText('32');
  await choice.getByText('Keep mine').click();
  await choice.getByRole('button', { name: 'Save again' }).click();
  await expect(ben.getByText('Config successfully saved')).toBeVisible();
  await find(anna, '_TIMEOUT');
  await expect(cellsOf(anna, 'BASKET_TIMEOUT').nth(2)).toContainText('32');
  await expect(cellsOf(anna, 'BRIDGE_TIMEOUT').nth(2)).toContainText('46');
  await ben.goto(`${server.url}/about`);
  await expect(around(anna)).toBeHidden();
});

test('edits survive a crash: they are restored in another browser, after a new sign-in, for their author only', async ({
  browser,
}) => {
  const lost = await openConfigAs(browser, 'anna');
  await edit(lost, 'BASKET_TIMEOUT', '71');
  await edit(lost, 'BRIDGE_TIMEOUT', '72');
  await lost.context().close();

  const ben = await openConfigAs(browser, 'ben');
  await find(ben, 'BASKET_TIMEOUT');
  await expect(cellsOf(ben, 'BASKET_TIMEOUT').nth(2)).not.toContainText('71');
  await expect(offer(ben)).toBeHidden();
  await ben.context().close();

  const anna = await openConfigAs(browser, 'anna');
  await expect(offer(anna)).toContainText(/From \d+ s ago|From just now/);
  await expectAccessibleAtBothWidths(anna);
  await offer(anna).getByRole('button', { name: 'Keep' }).click();
  await expect(offer(anna)).toBeHidden();
  await expect(saveButton(anna)).toHaveText(/2/);
  const deleted = anna.waitForResponse(isDraft('DELETE'));
  await save(anna);
  await expect(anna.getByText('Config successfully saved')).toBeVisible();
  expect((await deleted).status()).toBe(200);
  await anna.reload();
  await find(anna, 'BASKET_TIMEOUT');
  await expect(cellsOf(anna, 'BASKET_TIMEOUT').nth(2)).toContainText('71');
  await expect(offer(anna)).toBeHidden();
});

test('discarded edits are not restored', async ({ browser }) => {
  const lost = await openConfigAs(browser, 'anna');
  await edit(lost, 'BASKET_TIMEOUT', '61');
  await lost.context().close();
  const anna = await openConfigAs(browser, 'anna');
  const deleted = anna.waitForResponse(isDraft('DELETE'));
  await offer(anna).getByRole('button', { name: 'Discard' }).click();
  expect((await deleted).status()).toBe(200);
  await anna.reload();
  await find(anna, 'BASKET_TIMEOUT');
  await expect(cellsOf(anna, 'BASKET_TIMEOUT').nth(2)).not.toContainText('61');
  await expect(offer(anna)).toBeHidden();
});

test('edits of settings that somebody else has saved meanwhile are resolved, with both values shown', async ({
  browser,
}) => {
  const lost = await openConfigAs(browser, 'anna');
  await edit(lost, 'BASKET_TIMEOUT', '41');
  await edit(lost, 'BRIDGE_TIMEOUT', '42');
  await lost.context().close();
  const ben = await openConfigAs(browser, 'ben');
  await edit(ben, 'BASKET_TIMEOUT', '51');
  await save(ben);
  await expect(ben.getByText('Config successfully saved')).toBeVisible();

  const anna = await openConfigAs(browser, 'anna');
  await offer(anna).getByRole('button', { name: 'Keep' }).click();
  const choice = anna.getByRole('dialog', { name: 'ben saved this setting before you' });
  await expect(choice).toContainText('51');
  await expect(choice).toContainText('41');
  await expectAccessibleAtBothWidths(anna);
  await choice.getByText('Keep mine').click();
  await choice.getByRole('button', { name: 'Continue editing' }).click();
  await expect(choice).toBeHidden();
  await save(anna);
  await expect(anna.getByText('Config successfully saved')).toBeVisible();
  await find(ben, '_TIMEOUT');
  await expect(cellsOf(ben, 'BASKET_TIMEOUT').nth(2)).toContainText('41');
  await expect(cellsOf(ben, 'BRIDGE_TIMEOUT').nth(2)).toContainText('42');
});

test('one person edits a config in two browsers: the second one says that the save was their own, and asks which value to keep', async ({
  browser,
}) => {
  const [first, second] = [await openConfigAs(browser, 'anna'), await openConfigAs(browser, 'anna')];
  await edit(first, 'BASKET_TIMEOUT', '81');
  await editSetting(second, 'BASKET_TIMEOUT', '82');
  await expect(offer(second)).toBeVisible();
  await save(first);
  await expect(first.getByText('Config successfully saved')).toBeVisible();
  await expect(second.getByText(/You saved revision \d+ elsewhere\./)).toBeVisible();
  await save(second);
  const choice = second.getByRole('dialog', { name: 'You saved this setting elsewhere' });
  await expect(choice).toContainText('81');
  await expect(choice).toContainText('82');
  await choice.getByText('Keep mine').click();
  await choice.getByRole('button', { name: 'Save again' }).click();
  await expect(second.getByText('Config successfully saved')).toBeVisible();
  await find(first, 'BASKET_TIMEOUT');
  await expect(cellsOf(first, 'BASKET_TIMEOUT').nth(2)).toContainText('82');
});

const CHANNELS = '/alerts/channels';

test('two people edit a channel: one is shown to the other, gets the edits back after a crash, and chooses between both values', async ({
  browser,
}) => {
  const settings = { kind: 'webhook', url: 'https://hooks.example/one', secret: 'sixteen characters' };
  await admin.call('POST', '/api/alert-channel', { name: 'Duty', enabled: true, settings });
  const open = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    return page.getByRole('dialog', { name });
  };
  const [lost, bob] = [
    await openAs(browser, server.url, 'ada', CHANNELS),
    await openAs(browser, server.url, 'bob', CHANNELS),
  ];
  const form = await open(lost, 'Duty');
  const other = await open(bob, 'Duty');
  await expect(other.getByRole('group', { name: 'Other users on this page' })).toContainText(
    'ada has this channel open',
  );
  const stored = lost.waitForResponse(
    (response) => isDraft('PUT')(response) && (response.request().postData() ?? '').includes('hunter2'),
  );
  await form.getByLabel('Name', { exact: true }).fill('Duty of ada');
  await form.getByLabel('Signing key').fill('hunter2 hunter2 hunter2');
  expect((await stored).status()).toBe(200);
  await expect(other.getByRole('group', { name: 'Other users on this page' })).toContainText(
    'ada is editing this channel',
  );
  await expectAccessibleAtBothWidths(bob);
  await lost.context().close();

  await other.getByLabel('Name', { exact: true }).fill('Duty of bob');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByRole('button', { name: 'Edit Duty of bob' })).toBeVisible();

  const ada = await openAs(browser, server.url, 'ada', CHANNELS);
  const again = await open(ada, 'Duty of bob');
  await offer(ada).getByRole('button', { name: 'Keep' }).click();
  const choice = ada.getByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  await expect(choice).toContainText('Duty of bob');
  await expect(choice).toContainText('Duty of ada');
  await expectAccessibleAtBothWidths(ada);
  await choice.getByRole('radio', { name: /^Keep mine/ }).check();
  await choice.getByRole('button', { name: 'Continue editing' }).click();
  await expect(again.getByLabel('Name', { exact: true })).toHaveValue('Duty of ada');
  await expect(again.getByLabel('Signing key')).toHaveValue(/^hunter2/);
});
