import { expect, test } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { signIn } from '../support/operator.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

const TENANT = 1;
const CALL = `**/api/tenant/${TENANT}/leisurehub*`;

let server: Console;
test.beforeAll(async () => {
  server = await startFilledConsole({ LOG_LEVEL: 'trace' });
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server.dispose());

test('an operator tries the login of a leisure hub, is refused, and is redirected with the right secret [TEN-53] [LEI-01] [LEI-02] [LEI-03] [LEI-04] [LEI-05] [LEI-06] [LEI-07]', async ({
  page,
}) => {
  await page.goto(`${server.url}/tenant/${TENANT}`);
  await page.getByRole('navigation', { name: 'Tenant' }).getByRole('link', { name: 'Leisure hub' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/${TENANT}/leisurehub`);
  const secret = page.getByLabel('Secret');
  await expect(page.getByLabel('Person id')).toHaveValue('301');
  await expect(page.getByLabel('Client id')).toHaveValue('1');
  const domain = 'brimham-active.leisurehub.sandbox.example';
  await expect(page.getByLabel('Domain')).toHaveValue(domain);
  await expect(secret).toHaveAttribute('type', 'password');
  await expect(secret).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByText('The sandbox hub accepts the secret')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  // Keyboard only.
  await secret.focus();
  await page.keyboard.type('canary-wrong-secret');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid login')).toBeVisible();
  await page.getByLabel('Domain').fill('https://hub.example.com');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(
    page.getByText('Enter the domain of the leisure hub alone, such as hub.example.com.').first(),
  ).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${server.url}/tenant/${TENANT}/leisurehub?basket_id=7`);
  await expect(page.getByText('Basket 7')).toBeVisible();
  await secret.fill('sandbox');
  for (const authAddress of [null, 'https://evil.example/']) {
    await page.route(CALL, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { authAddress } }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Invalid authAddress')).toHaveCount(authAddress === null ? 1 : 2);
    await page.unroute(CALL);
  }
  expect(page.url()).toBe(`${server.url}/tenant/${TENANT}/leisurehub?basket_id=7`);

  await page.route(`https://${domain}/**`, (route) => route.fulfill({ body: 'the hub' }));
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Log in' }).click();
  const sent = await asked;
  expect(new URL(sent.url()).search).toBe('?basket_id=7');
  expect(sent.headers()['content-type']).toMatch(/^multipart\/form-data/);
  await page.waitForURL(new RegExp(`^https://${domain}/partner/enter\\?ticket=[0-9a-f-]{36}&basket_id=7$`));
  await page.goBack();
  await expect(secret).toHaveValue('');

  const { body } = await (await signIn(server.url)).call('GET', '/api/audit?kind=leisure.login');
  const { events } = body as { events: { after: { outcome: string } }[] };
  expect(events.map(({ after }) => after.outcome)).toEqual(['accepted', 'refused']);
  for (const said of [JSON.stringify(body), server.output()]) expect(said).not.toContain('canary-wrong-secret');
  await page.goto(`${server.url}/tenant/${TENANT}?tab=changes`);
  await expect(page.getByText('logged in to the leisure hub').first()).toBeVisible();
});
