import { test, type Browser } from '@playwright/test';
import * as steps from '../support/day-steps.ts';
import type { FleetSites } from '../support/fleet-sites.ts';

/** Runs steps at a screen in order. */
type Operator = (step: (screen: steps.Screen) => Promise<void>) => Promise<void>;

/** The day of two operators in three parts, for any deployment of the console. */
export interface Day {
  /** Does the work, */
  mia: Operator;
  /** follows her work, */
  ben: Operator;
  /** and has the monitors in a second tab. */
  wall: Operator;
  sites: FleetSites;
}

const operator =
  (name: string, screen: steps.Screen): Operator =>
  (step) =>
    test.step(`${name} ${step.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`, () => step(screen));

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

/** Creates a tenant with its services and a broken site; leaves one setting unsaved on the screen. */
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
  // Other work until it is reported down and the log level reverts.
  await mia(steps.writesFirstSettings);
}

/** Publishes the tenant to the servers, and creates a release. */
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
