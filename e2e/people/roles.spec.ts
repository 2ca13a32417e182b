import { expect, test, type Page } from '@playwright/test';
import { button, card, toast } from '../support/locators.ts';
import { signIn } from '../support/operator.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { addPersonWithPassword, openAs, PASSWORD } from '../support/people.ts';
import { hostConsole } from '../support/signed-in.ts';

const CONFIG = '/api/tenant/1/strive';
const SECRET = 'canary-of-the-roles';
const REVEAL = 'Reveal DB_PASSWORD (recorded in the audit log)';

const { server, operator: admin } = hostConsole();
let run = 0;
test.beforeAll(async () => {
  for (const role of ['viewer', 'operator'])
    await addPersonWithPassword(server.url, admin, { name: `roles.${role}`, role });
  const { body } = await admin.call('GET', '/api/tenant/1');
  const { tenant_name: tenant } = (body as { tenant: { tenant_name: string } }).tenant;
  await admin.call('POST', '/api/release/seed', { tenant });
  const { runs } = (await admin.call('GET', '/api/run')).body as { runs: { id: number }[] };
  run = runs[0]?.id ?? 0;
  await admin.call('POST', CONFIG, { added: [{ key: 'DB_PASSWORD', value: SECRET, type: 2 }] });
});

const disabled = async (page: Page, name: string, why: string | RegExp) => {
  const found = button(page, name).first();
  await expect(found).toHaveAttribute('aria-disabled', 'true');
  await found.hover();
  await expect(page.getByRole('tooltip')).toContainText(why);
  // The tooltip would cover the next button.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toBeHidden();
};

test('what a viewer may not do is disabled and says who may, and no file or output is shown', async ({ browser }) => {
  const page = await openAs(browser, server.url, 'roles.viewer', '/tenant/1');
  await disabled(page, 'Delete tenant', 'Only an operator or an admin may delete a tenant. You are a viewer.');
  await expect(page.getByRole('switch', { name: 'Active' })).toHaveAttribute('aria-disabled', 'true');
  await expect(card(page, 'CoursePro').getByRole('switch', { name: 'Cron' })).toHaveAttribute('aria-disabled', 'true');
  await disabled(page, 'Delete Strive', 'Only an operator');
  await expectAccessible(page);

  await page.goto(`${server.url}/tenant/1/strive/config`);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('DB_PASSWORD');
  // Its row moves up, away from the pointer, while the others disappear.
  await expect(page.getByRole('table', { name: 'Settings' }).locator('tbody').getByRole('row')).toHaveCount(1);
  await disabled(page, REVEAL, 'Only an operator or an admin may reveal a secret.');
  await disabled(page, 'Compare with servers', "may see the servers' files");
  await disabled(page, 'Download JSON', 'may download a config');

  await page.goto(`${server.url}/runs/${run}`);
  await expect(page.getByText('The output is hidden for your role')).toBeVisible();
  await expect(page.getByText('may see the output of a run')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('an operator reveals a secret with a reason that the audit log keeps, and may not tag or encode', async ({
  browser,
}) => {
  const page = await openAs(browser, server.url, 'roles.operator', '/tenant/1/strive/config');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('DB_PASSWORD');
  await button(page, REVEAL).click();
  const dialog = page.getByRole('dialog', { name: 'Reveal DB_PASSWORD?' });
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a reason of at least 3 characters.')).toBeVisible();
  await page.keyboard.type('Support ticket 4711');
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(SECRET)).toBeVisible();
  await button(page, 'Hide DB_PASSWORD').click();
  const { body } = await admin.call('GET', '/api/audit?kind=config.secret-revealed');
  expect(body).toMatchObject({ events: [{ actor: 'roles.operator', after: { reason: 'Support ticket 4711' } }] });

  const own = await signIn(server.url, { user: 'roles.operator', password: PASSWORD });
  for (let count = 1; count < 30; count += 1)
    await own.call('POST', `${CONFIG}/reveal`, { key: 'DB_PASSWORD', reason: 'filling the hour' });
  await button(page, REVEAL).click();
  await page.keyboard.type('One more');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'You have revealed 30 secrets within an hour. Wait, or ask an admin')).toBeVisible();

  await page.goto(`${server.url}/tools/licence`);
  await expect(page.getByRole('button', { name: /^Export/ }).first()).toHaveAttribute('aria-disabled', 'true');
  expect((await own.call('POST', '/api/repos/tags', {})).status).toBe(403);
  expect((await own.call('POST', '/api/release/deploy', {})).status).toBe(403);
});
