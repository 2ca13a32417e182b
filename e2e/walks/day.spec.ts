import { test } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { afternoon, beginDay, evening, morning } from './day.ts';
import { startFleetSites } from '../support/fleet-sites.ts';

let sites: Awaited<ReturnType<typeof startFleetSites>>;
let server: Console;
test.use({ actionTimeout: 30_000 });
test.beforeAll(async () => {
  sites = await startFleetSites();
  server = await startFilledConsole({ SITES_GATEWAY: sites.url });
});
test.afterAll(async () => {
  await server.dispose();
  await sites.close();
});

test('a day: Mia takes a tenant from scratch to its last site and back, and Ben sees it live on his screen', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const day = await beginDay({ page, server }, browser, sites);
  await morning(day);
  await afternoon(day);
  await evening(day);
});
