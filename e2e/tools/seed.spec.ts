import { expect, test, type Page } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { addTenant } from '../support/fleet.ts';
import { startOneAddress } from '../support/one-address.ts';
import { signIn, type Operator } from '../support/operator.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

// Prints its arguments, then fails for one tenant, and waits to be killed for the other.
const SCRIPT = `const [, name, fails, waits] = process.argv;
console.log('seeding ' + name);
if (name === fails) { console.error('the schema is too old'); process.exit(3); }
if (name === waits) setInterval(() => {}, 1000); else console.log('DONE');`;

const [GOOD, BAD, SLOW] = ['Alder Baths', 'Birch Baths', 'Cedar Baths'] as const;

let server: Console;
let operator: Operator;
test.beforeAll(async () => {
  server = await startFilledConsole({
    SEED_COMMAND: JSON.stringify([process.execPath, '-e', SCRIPT, '{tenant}', BAD, SLOW]),
  });
  operator = await signIn(server.url);
  for (const name of [GOOD, BAD, SLOW]) await addTenant(operator, name);
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server.dispose());

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Tenant', exact: true }).fill(name.slice(0, 5));
  await page.getByRole('option', { name, exact: true }).click();
}

test('a tenant is chosen by typing and seeded; its output is shown live, also when it fails [SEED-01] [SEED-02] [SEED-03] [SEED-04] [SEED-05] [SEED-06] [SEED-08] [SEED-09] [SEED-10]', async ({
  page,
}) => {
  await page.goto(`${server.url}/tools/seed-tenant`);
  const nothing = page.getByRole('button', { name: 'Select a Tenant' });
  await expect(nothing).toHaveAttribute('aria-disabled', 'true');
  await choose(page, GOOD);
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/release/seed'));
  await page.getByRole('button', { name: `Seed Tenant - ${GOOD}` }).click();
  expect((await request).postDataJSON()).toEqual({ tenant: GOOD });
  await expect(page.getByText(`Tenant ${GOOD} seed complete`)).toBeVisible();
  const block = page.getByRole('region', { name: 'Seeding output' });
  await expect(block.getByText('DONE')).toBeVisible();
  await expect(block.getByText('SUCCEEDED', { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await choose(page, BAD);
  await page.getByRole('button', { name: `Seed Tenant - ${BAD}` }).click();
  await expect(page.getByText('Failed to seed tenant - node exited with code 3.')).toBeVisible();
  await expect(block.getByText('the schema is too old')).toBeVisible();
  await expect(block.getByText('DONE')).toHaveCount(0);
  // A response without a reason: its output is still shown.
  await page.route('**/api/release/seed', (route) => route.fulfill({ status: 500, json: { output: 'only this' } }));
  await page.getByRole('button', { name: `Seed Tenant - ${BAD}` }).click();
  await expect(page.getByText('Failed to seed tenant - ?')).toBeVisible();
  await expect(block.getByText('only this')).toBeVisible();
});

test('a run is followed and aborted by others, and kept with its output across a restart', async ({ page }) => {
  await page.goto(`${server.url}/runs?kind=seed&outcome=running`);
  await expect(page.getByText('No runs match')).toBeVisible();
  const seeding = operator.call('POST', '/api/release/seed', { tenant: SLOW });
  await page
    .getByRole('row', { name: new RegExp(SLOW) })
    .getByRole('link')
    .click();
  const output = page.getByRole('region', { name: 'Output', exact: true });
  await expect(output.getByText(`seeding ${SLOW}`)).toBeVisible();
  const again = await operator.call('POST', '/api/release/seed', { tenant: SLOW });
  expect(again.status).toBe(409);
  await page.getByRole('button', { name: 'Abort' }).click();
  await page.getByRole('button', { name: 'Abort run' }).click();
  await expect(page.getByText('ABORTED', { exact: true })).toBeVisible();
  expect((await seeding).body).toMatchObject({ error: 'Aborted by admin.', output: `seeding ${SLOW}\n` });
  // A run whose console is killed.
  void operator.call('POST', '/api/release/seed', { tenant: SLOW }).catch(() => undefined);
  await page.goto(`${server.url}/runs`);
  await page
    .getByRole('row', { name: /Running/ })
    .getByRole('link')
    .click();
  await expect(output.getByText(`seeding ${SLOW}`)).toBeVisible();
  const { pathname } = new URL(page.url());
  const { body } = await operator.call('GET', '/api/run?outcome=running');
  expect((body as { runs: object[] }).runs).toHaveLength(1);
  await server.end('SIGKILL');
  await server.start();
  await page.goto(`${server.url}${pathname}`);
  await expect(output.getByText(`seeding ${SLOW}`)).toBeVisible();
  // Its command is left running until somebody aborts it; the outcome is then unknown.
  await page.getByRole('button', { name: 'Abort' }).click();
  await page.getByRole('button', { name: 'Abort run' }).click();
  await expect(page.getByText('UNKNOWN', { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(page.getByRole('row', { name: /Unknown/ })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('the button waits while a tenant is seeded; when its console dies, the page shows so once another one knows [SEED-04] [SEED-09]', async ({
  page,
}) => {
  const address = await startOneAddress(() => [server.url]);
  await page.goto(`${address.url}/tools/seed-tenant`);
  await choose(page, SLOW);
  const button = page.getByRole('button', { name: `Seed Tenant - ${SLOW}` });
  await button.click();
  await expect(page.getByRole('region', { name: 'Seeding output' }).getByText(`seeding ${SLOW}`)).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await server.end('SIGKILL');
  await server.start();
  const { body } = await operator.call('GET', '/api/run?outcome=running');
  const [left] = (body as { runs: { id: number }[] }).runs;
  await operator.call('POST', `/api/run/${left?.id}/abort`);
  await expect(page.getByText('Failed to seed tenant - The console that ran this has died.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(button).not.toHaveAttribute('aria-disabled');
  await choose(page, GOOD);
  await page.getByRole('button', { name: `Seed Tenant - ${GOOD}` }).click();
  await expect(page.getByText(`Tenant ${GOOD} seed complete`)).toBeVisible();
  await address.close();
});

test('the longest tenant name does not overflow the page', async ({ page }) => {
  const long = 'W'.repeat(120);
  const id = await addTenant(operator, long);
  await page.goto(`${server.url}/tools/seed-tenant?tenant=${id}`);
  await expect(page.getByRole('button', { name: `Seed Tenant - ${long}` })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});
