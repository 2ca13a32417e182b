import { test, type Page } from '@playwright/test';
import { startFilledConsole, type Console } from './console.ts';
import * as steps from './day-steps.ts';
import { startFleetSites } from './fleet-sites.ts';

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

/** An operator at a screen, who does one step after the other. */
const operator =
  (name: string, page: Page) =>
  (does: (screen: steps.Screen) => Promise<void>): Promise<void> =>
    test.step(`${name} ${does.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`, () =>
      does({ page, server }));

test('a day: Mia takes a tenant from nothing to its last site and back, and Ben sees it on his screen as it happens', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const mia = operator('Mia', page);
  const ben = operator('Ben', await (await browser.newContext()).newPage());

  await mia(steps.signsIn);
  await ben(steps.signsIn);
  await ben(steps.looksForTenant);
  await ben(steps.seesNoTenant);
  await mia(steps.createsTenant);
  await ben(steps.seesTenant);

  await ben(steps.opensTenant);
  await mia(steps.opensTenant);
  await mia(steps.addsServices);
  await ben(steps.seesAllServices);
  await mia(steps.brands);
  await mia(steps.writesFirstSettings);
  await mia(steps.publishesConfigs);
  await ben(steps.seesNothingToCommit);
  await mia(steps.setsLogLevel);
  await ben(steps.seesDebug);

  await ben(steps.watchesMonitors);
  await ben(steps.seesAllUp);
  await test.step('a site breaks', () => sites.breakSite(steps.SITE));

  // Until it is noticed, and the log level returns, there is other work.
  await mia(steps.importsMembers);
  await mia(steps.createsRelease);
  await mia(steps.deploysRelease);
  await mia(steps.seeds);
  await mia(steps.opensTenant);
  await mia(steps.relates);
  await mia(steps.licenses);
  await mia(steps.findsInUtopia);
  await ben(steps.seesSiteDown);
  await test.step('the site is mended', () => sites.mendSite(steps.SITE));

  await ben(steps.opensTenant);
  await ben(steps.seesInfoAgain);
  await ben(steps.seesRelation);
  await ben(steps.looksForTenant);
  await ben(steps.seesLicence);
  await mia(steps.opensTenant);
  await mia(steps.deletesTenant);
  await ben(steps.seesNoTenant);
  await mia(steps.restoresTenant);
  await ben(steps.seesTenant);
  await ben(steps.opensTenant);
  await ben(steps.seesAllServices);
  await ben(steps.watchesMonitors);
  await ben(steps.seesAllUp);
});
