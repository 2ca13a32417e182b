import { expect, test, type Page } from '@playwright/test';
import { layCable, type Cable } from './cable.ts';
import { startFilledConsole, type Console } from './console.ts';
import { signIn } from './operator.ts';
import { apiRequests, openSignedIn } from './signed-in.ts';

let server: Console;
let cable: Cable;
test.beforeAll(async () => void (server = await startFilledConsole()));
test.beforeEach(async () => void (cable = await layCable(server.url)));
test.afterEach(() => cable.close());
test.afterAll(() => server.dispose());

const feed = (page: Page) => page.getByRole('banner').getByRole('status');
const active = (page: Page) => page.getByRole('switch', { name: 'Active' });

/** Opens tenant 1 over the cable. */
async function openTenant(page: Page): Promise<void> {
  await openSignedIn(page, cable.url);
  await page.goto(`${cable.url}/tenant/1`);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeVisible();
}

/** Somebody else switches tenant 1, past the cable; answers what it is then. */
async function switchElsewhere(): Promise<boolean> {
  const operator = await signIn(server.url);
  const { body } = await operator.call('GET', '/api/tenant/1');
  const status = !(body as { tenant: { status: boolean } }).tenant.status;
  const answer = await operator.call('PATCH', '/api/tenant/1', { status });
  expect(answer.status).toBe(200);
  return status;
}

test('a page that was offline hears of changes again, those of meanwhile and later ones', async ({ page, context }) => {
  await openTenant(page);
  await context.setOffline(true);
  await expect(feed(page)).toHaveText('Reconnecting');
  const missed = await switchElsewhere();
  await context.setOffline(false);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: missed });
  await expect(active(page)).toBeChecked({ checked: await switchElsewhere() });
});

test('a connection that is cut without the browser knowing is back soon after it is mended', async ({ page }) => {
  await openTenant(page);
  cable.cut();
  await expect(feed(page)).toHaveText('Reconnecting');
  const missed = await switchElsewhere();
  cable.mend();
  await expect(active(page)).toBeChecked({ checked: missed });
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: await switchElsewhere() });
});

test('a connection that goes silent without closing is given up after 25 s, and all is read again when it is back', async ({
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

test('a page whose machine slept gives its silent connection up at once', async ({ page }) => {
  await page.clock.install();
  await openTenant(page);
  cable.silence();
  const missed = await switchElsewhere();
  // The clock jumps; each timer that was due fires once.
  await page.clock.fastForward('01:00:00');
  cable.mend();
  await page.clock.runFor(20_000);
  await expect(feed(page)).toHaveText('Live');
  await expect(active(page)).toBeChecked({ checked: missed });
});

test('a read that fails after a live event is repeated by itself, and what is shown stays', async ({ page }) => {
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

test('a console that was killed is followed again when it is back, with a new token when it needs one', async ({
  page,
}) => {
  await openTenant(page);
  await server.end('SIGKILL');
  await expect(feed(page)).toHaveText('Reconnecting');
  await page.evaluate(() => sessionStorage.setItem('token', 'spoilt'));
  const asked = apiRequests(page);
  await server.start();
  // A process that has just started is slow for a while.
  await expect(feed(page)).toHaveText('Live', { timeout: 90_000 });
  await expect(active(page)).toBeChecked({ checked: await switchElsewhere() });
  expect(asked.filter(({ name }) => name === 'POST /api/authenticate/refresh')).toHaveLength(1);
});
