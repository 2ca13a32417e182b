import { test, type Browser } from '@playwright/test';
import * as steps from './day-steps.ts';
import type { FleetSites } from './fleet-sites.ts';

/** Does one step after the other at a screen. */
type Operator = (step: (screen: steps.Screen) => Promise<void>) => Promise<void>;

/** The day of two operators, in three parts, whatever the console runs on. */
export interface Day {
  /** Does the work. */
  mia: Operator;
  /** Looks at what she does, */
  ben: Operator;
  /** and has the monitors in a tab beside. */
  wall: Operator;
  /** The sites of the tenants. */
  sites: FleetSites;
}

const operator =
  (name: string, screen: steps.Screen): Operator =>
  (step) =>
    test.step(`${name} ${step.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`, () => step(screen));

/** Opens the screens of both. */
export async function beginDay(mia: steps.Screen, browser: Browser, sites: FleetSites): Promise<Day> {
  const bens = await browser.newContext();
  const screen = async (): Promise<steps.Screen> => ({ ...mia, page: await bens.newPage() });
  return {
    mia: operator('Mia', mia),
    ben: operator('Ben', await screen()),
    wall: operator("Ben's other tab", await screen()),
    sites,
  };
}

/** From nothing to a tenant with its services and a broken site; one setting is on the screen and not saved yet. */
export async function morning({ mia, ben, wall, sites }: Day): Promise<void> {
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
  await mia(steps.setsLogLevel);
  await ben(steps.seesDebug);
  await wall(steps.watchesMonitors);
  await mia(steps.brands);
  await wall(steps.seesAllUp);
  await test.step('a site breaks', () => sites.breakSite(steps.SITE));
  // Until it is known to be down, and the log level returns, there is other work.
  await mia(steps.writesFirstSettings);
}

/** From there to a tenant that is on the servers, and a release. */
export async function afternoon({ mia, ben }: Day): Promise<void> {
  await mia(steps.savesLastSetting);
  await mia(steps.publishesConfigs);
  await ben(steps.seesNothingToCommit);
  await mia(steps.importsMembers);
  await mia(steps.createsRelease);
  await mia(steps.deploysRelease);
}

/** The rest of the work, until the tenant is deleted and restored. */
export async function evening({ mia, ben, wall }: Day): Promise<void> {
  await mia(steps.seeds);
  await mia(steps.opensTenant);
  await mia(steps.relates);
  await ben(steps.seesInfoAgain);
  await ben(steps.seesRelation);
  await ben(steps.looksForTenant);
  await mia(steps.licenses);
  await ben(steps.seesLicence);
  await mia(steps.findsInUtopia);
  await wall(steps.seesSiteDown);

  await mia(steps.opensTenant);
  await mia(steps.deletesTenant);
  await ben(steps.seesNoTenant);
  await wall(steps.seesNoMonitors);
  await mia(steps.restoresTenant);
  await ben(steps.seesTenant);
  await ben(steps.opensTenant);
  await ben(steps.seesAllServices);
  await ben(steps.seesFilesAgain);
  await wall(steps.seesSiteDown);
}
