import { expect, test, type Page } from '@playwright/test';
import { layCable, type Cable } from '../support/cable.ts';
import { startFilledConsole, type Console } from '../support/console.ts';
import { signIn } from '../support/operator.ts';
import { apiRequests, signInBrowser } from '../support/signed-in.ts';

let server: Console;
let cable: Cable;
test.beforeAll(async () => void (server = await startFilledConsole()));
test.beforeEach(async () => void (cable = await layCable(server.url)));
test.afterEach(() => cable.close());
test.afterAll(() => server.dispose());

const feed = (page: Page) => page.getByRole('banner').getByRole('status');
const active = (page: Page) => page.getByRole('switch', { name: 'Active' });

async function openTenant(page: Page): Promise<void> {
  await signInBrowser(page.context());
  await page.goto(`${cable.url}/tenant/1`);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeVisible();
}

/** Another user toggles tenant 1, bypassing the cable; returns the new state. */
async function switchElsewhere(): Promise<boolean> {
  const operator = await signIn(server.url);
  const { body } = await operator.call('GET', '/api/tenant/1');
  const status = !(body as { tenant: { status: boolean } }).tenant.status;
  const answer = await operator.call('PATCH', '/api/tenant/1', { status });
  expect(answer.status).toBe(200);
  return status;
}

test('a page that was offline receives missed and later changes', async ({ page, context }) => {
  await openTenant(page);
  await context.setOffline(true);
  await expect(feed(page)).toHaveText('Reconnecting');
  const missed = await switchElsewhere();
  await context.setOffline(false);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: missed });
  await expect(active(page)).toBeChecked({ checked: await switchElsewhere() });
});

test('a connection that was cut silently recovers soon after it is repaired', async ({ page }) => {
  await openTenant(page);
  cable.cut();
  await expect(feed(page)).toHaveText('Reconnecting');
  const missed = await switchElsewhere();
  cable.mend();
  await expect(active(page)).toBeChecked({ checked: missed });
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: await switchElsewhere() });
});

test('a connection that goes silent without closing is abandoned after 25 s, and everything is refetched when it is back', async ({
  page,
}) => {
  await page.clock.install();
  await openTenant(page);
  cable.silence();
  const missed = await switchElsewhere();
  await page.clock.runFor(26_000);
  await expect(feed(page)).toHaveText('Reconnecting');
  cable.mend();
  await page.clock.runFor(20_000);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: missed });
});

test('a page abandons its silent connection immediately after its machine slept', async ({ page }) => {
  await page.clock.install();
  await openTenant(page);
  cable.silence();
  const missed = await switchElsewhere();
  // The clock jumps; each due timer fires once.
  await page.clock.fastForward('01:00:00');
  cable.mend();
  await page.clock.runFor(20_000);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: missed });
});

test('a failed read after a live event is retried, and the page keeps its content', async ({ page }) => {
  await openTenant(page);
  let refused = 0;
  await page.route('**/api/tenant/1', async (route) => {
    refused += 1;
    await route.abort('connectionfailed');
  });
  const status = await switchElsewhere();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(active(page)).toBeChecked({ checked: !status });
  await page.unroute('**/api/tenant/1');
  await expect(active(page)).toBeChecked({ checked: status });
});

test('a page follows a killed console again when it is back, with a new token if needed', async ({ page }) => {
  await openTenant(page);
  await server.end('SIGKILL');
  await expect(feed(page)).toHaveText('Reconnecting');
  await page.evaluate(() => sessionStorage.setItem('token', 'spoilt'));
  const asked = apiRequests(page);
  await server.start();
  // A newly started process is slow at first.
  await expect(feed(page)).toHaveText('Live', { timeout: 90_000 });
  await expect(active(page)).toBeChecked({ checked: await switchElsewhere() });
  expect(asked.filter(({ name }) => name === 'POST /api/authenticate/refresh')).toHaveLength(1);
});
