import { expect, test } from '@playwright/test';
import { editSetting, save, signInOn } from '../support/screens.ts';
import { hostConsole } from '../support/signed-in.ts';

const { server } = hostConsole();

test('two operators: edits of different keys merge, and the second one resolves a clash', async ({ browser }) => {
  const [amelia, priya] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  for (const page of [amelia, priya]) {
    await signInOn(page, server.url);
    await page.goto(`${server.url}/tenant/1/coursepro/config`);
    await expect(page.getByRole('heading', { name: 'CoursePro config' })).toBeVisible();
  }
  await editSetting(priya, 'BASKET_TIMEOUT', '91');
  await editSetting(priya, 'BRIDGE_TIMEOUT', '46');
  await editSetting(amelia, 'BASKET_TIMEOUT', '92');
  await save(amelia);
  await expect(amelia.getByText('Config successfully saved')).toBeVisible();

  await save(priya);
  const choice = priya.getByRole('dialog').filter({ hasText: 'BASKET_TIMEOUT' });
  await expect(choice).toContainText('92');
  await expect(choice).toContainText('91');
  await choice
    .getByText(/keep mine/i)
    .first()
    .click();
  await choice.getByRole('button', { name: /save/i }).click();
  await expect(priya.getByText('Config successfully saved')).toBeVisible();

  await amelia.getByRole('searchbox', { name: 'Search settings' }).fill('_TIMEOUT');
  await expect(amelia.getByRole('row', { name: /BASKET_TIMEOUT/ })).toContainText('91');
  await expect(amelia.getByRole('row', { name: /BRIDGE_TIMEOUT/ })).toContainText('46');
});
