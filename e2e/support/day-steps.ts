import { readFileSync } from 'node:fs';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { SERVICES } from '../../contract/src/catalogue.ts';
import { expect as expectOf, type Locator, type Page } from '@playwright/test';
import { addSetting, commit } from './config-screen.ts';
import { ADMIN, type Console } from './console.ts';
import { button, card, link, menu, openTenant, row, toast } from './locators.ts';
import { createRelease, deployRelease } from './release-screen.ts';
import { editSetting, publishedFiles, save } from './screens.ts';
import { createTenant, editBranding, generateBranding, seedTenant } from './tenant-screen.ts';

const expect = expectOf.configure({ timeout: 30_000 });

/** Timeout for slow operations: a build, a deploy, three failed checks. */
const LONG = { timeout: 120_000 };

/** The tenant of the day. All of its sites are healthy until one is broken. */
const TENANT = 'Penmore Leisure Trust';
/** Its child tenant. */
const CHILD = 'Brimham Active';

/** What is released. */
const TAG = '4.20.0';
/** Expiry date of the licence. */
const END = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

/** An operator's page and its console. */
export interface Screen {
  page: Page;
  server: Console;
}

const cards = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 2 });
const monitors = (page: Page): Locator => page.getByRole('list', { name: 'Monitors' }).getByRole('article');
/** The site that breaks during the day. */
export const SITE = 'penmore-leisure-trust.insight.co.uk';

export async function signsIn({ page, server }: Screen): Promise<void> {
  await page.goto(server.url);
  await page.getByLabel('User').fill(ADMIN.user);
  await page.getByLabel('Password').fill(ADMIN.password);
  await button(page, 'Log in').click();
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
}

/** The tenant list, filtered to the tenant of the day. */
export async function looksForTenant({ page }: Screen): Promise<void> {
  await menu(page, 'Tenants').click();
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill(TENANT);
}

export const seesNoTenant = ({ page }: Screen): Promise<void> =>
  expect(page.getByText(/^No results found\. \(\d+ items filtered\)$/)).toBeVisible();

export const seesTenant = ({ page }: Screen): Promise<void> => expect(row(page, TENANT)).toBeVisible();

export const createsTenant = ({ page }: Screen): Promise<void> => createTenant(page, TENANT);

export async function opensTenant({ page }: Screen): Promise<void> {
  await openTenant(page, TENANT);
}

export async function addsServices({ page }: Screen): Promise<void> {
  await expect(page.getByText('No services configured for tenant. Why not add some?')).toBeVisible();
  for (const service of SERVICES) {
    await button(page, 'Add service').click();
    await page.getByRole('menuitem', { name: new RegExp(`^${service.displayName}\\b`) }).click();
    if (service.hasDatabase) await chooseDatabase(page, service);
    await expect(toast(page, `${service.displayName} added`)).toBeVisible();
    await expect(card(page, service.displayName)).toBeVisible();
  }
  await expect(button(page, 'Add service')).toBeHidden();
}

async function chooseDatabase(page: Page, service: (typeof SERVICES)[number]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Choose database' });
  await dialog
    .getByText(/^eu-db-/)
    .first()
    .click();
  if (service.hasBridge) await dialog.getByLabel('Bridge').selectOption({ label: 'Xn' });
  await dialog.getByRole('button', { name: `Add ${service.displayName}` }).click();
  await expect(dialog).toBeHidden();
}

export const seesAllServices = ({ page }: Screen): Promise<void> => expect(cards(page)).toHaveCount(SERVICES.length);

export async function brands({ page }: Screen): Promise<void> {
  await editBranding(page);
  await generateBranding(page);
}

/** CoursePro, HomePortal and Comms Portal have no template: adds their first settings manually; the last one is not saved yet. */
export async function writesFirstSettings(screen: Screen): Promise<void> {
  await writesFirstSetting(screen, 'CoursePro');
  await savesFirstSetting(screen);
  await writesFirstSetting(screen, 'HomePortal');
  await savesFirstSetting(screen);
  await writesFirstSetting(screen, 'Comms Portal');
}

export async function savesLastSetting(screen: Screen): Promise<void> {
  await savesFirstSetting(screen);
  await opensTenant(screen);
}

async function writesFirstSetting(screen: Screen, service: string): Promise<void> {
  const { page } = screen;
  await opensTenant(screen);
  await card(page, service).getByRole('link', { name: 'Config', exact: true }).click();
  const dialog = await addSetting(page, 'BASKET_TIMEOUT', '30');
  await expect(dialog).toBeHidden();
}

async function savesFirstSetting({ page }: Screen): Promise<void> {
  await save(page);
  await expect(page.getByText(/^Revision 1, saved/)).toBeVisible();
  await expect(button(page, /^Save/)).toHaveAttribute('aria-disabled', 'true');
}

/** Commits each uncommitted config from the tenant's cards. */
export async function publishesConfigs({ page, server }: Screen): Promise<void> {
  for (const { slug, label, service, fileName } of CONFIG_KINDS) {
    const { displayName } = SERVICES.find((one) => one.slug === service) ?? { displayName: '' };
    const words = slug === 'licence' ? /^Commit Licence/ : /^Commit( \d+)?$/;
    const open = card(page, displayName).getByRole('button', { name: words });
    await open.click();
    const panel = page.getByRole('dialog', { name: `Commit ${label} config` });
    await panel.getByRole('button', { name: 'Commit' }).click();
    await expect(panel).toBeHidden();
    await expect(open).toBeHidden();
    expect(publishedFiles(server, `tenants/${idOf(page)}/${fileName}`), fileName).not.toEqual([]);
  }
}

const idOf = (page: Page): string => /\/tenant\/(\d+)/.exec(page.url())?.[1] ?? 'no tenant';

export const seesNothingToCommit = ({ page }: Screen): Promise<void> =>
  expect(page.getByRole('main').getByRole('button', { name: /^Commit/ })).toHaveCount(0);

export const seeds = ({ page }: Screen): Promise<void> => seedTenant(page, TENANT);

/** Opens the tenant's monitors in a second tab without another sign-in. */
export async function watchesMonitors({ page, server }: Screen): Promise<void> {
  await page.goto(`${server.url}/monitor`);
  await page.getByRole('searchbox', { name: 'Search monitors' }).fill('penmore');
}

/** Checks that the domain of each service has a monitor. */
export const seesAllUp = ({ page }: Screen): Promise<void> =>
  expect(monitors(page).filter({ hasText: /^UP/ })).toHaveCount(SERVICES.length, LONG);

export const seesNoMonitors = ({ page }: Screen): Promise<void> => expect(monitors(page)).toHaveCount(0);

export const seesSiteDown = ({ page }: Screen): Promise<void> =>
  expect(monitors(page).filter({ hasText: SITE })).toContainText(/^DOWN/, LONG);

export async function setsLogLevel({ page }: Screen): Promise<void> {
  const box = page.getByRole('region', { name: 'Log level' });
  await box.getByLabel('Level', { exact: true }).selectOption('DEBUG');
  await box.getByLabel('For how long').selectOption('1');
  await box.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(box.getByText('until INFO is restored')).toBeVisible();
}

export const seesDebug = (screen: Screen): Promise<void> => seesLevel(screen, 'DEBUG', 'DEBUGtemporary');
export const seesInfoAgain = (screen: Screen): Promise<void> => seesLevel(screen, 'INFO', 'INFO');

/** Checks the screen and the tenant's servers. */
async function seesLevel({ page, server }: Screen, level: string, shown: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Log level' }).getByRole('status')).toHaveText(shown, LONG);
  const path = `tenants/${idOf(page)}/coursepro.control.json`;
  const onServers = () =>
    publishedFiles(server, path).map(({ text }) => (JSON.parse(text) as { log_level: string }).log_level);
  await expect.poll(() => [...new Set(onServers())], LONG).toEqual([level]);
}

export async function importsMembers({ page }: Screen): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'Member importer').click();
  const lines = Array.from({ length: 500 }, (_, at) => `Zoë;O'Hart ${at};31/12/1987;zoe.${at}@example.org`);
  const text = ['Forename;Surname;DOB;E-mail', ...lines].join('\r\n');
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles({ name: 'Penmore members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByText('500 members imported')).toBeVisible();
  await button(page, 'Validate').click();
  await expect(page.getByText('Validated', { exact: true })).toBeVisible();
  const saving = page.waitForEvent('download');
  await button(page, 'Download SQL').click();
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain('zoe.499@example.org');
}

export async function createsRelease({ page }: Screen): Promise<void> {
  await createRelease(page, TAG);
}

export const deploysRelease = ({ page }: Screen): Promise<void> => deployRelease(page, TAG);

export async function relates({ page }: Screen): Promise<void> {
  await link(page, 'Manage Relations').click();
  await button(page, 'Add relation').click();
  await page.getByRole('combobox', { name: 'Tenant', exact: true }).fill(CHILD);
  await page.getByRole('option', { name: CHILD, exact: true }).click();
  await page.getByLabel('Kind of relation').selectOption('is parent of');
  await button(page, /^Save/).click();
  await expect(toast(page, 'Relations saved')).toBeVisible();
}

export const seesRelation = ({ page }: Screen): Promise<void> =>
  expect(page.getByText(`Parent of${CHILD}`, { exact: true })).toBeVisible();

/** Sets an expiry date on the tenant's licence and commits it. */
export async function licenses({ page, server }: Screen): Promise<void> {
  await openTenant(page, TENANT);
  const { pathname } = new URL(page.url());
  await card(page, 'CoursePro').getByRole('link', { name: 'Licence', exact: true }).click();
  await editSetting(page, 'expires', END);
  await save(page);
  await expect(toast(page, 'Config successfully saved')).toBeVisible();
  await commit(page);
  await expect(toast(page, 'Config successfully exported')).toBeVisible();
  for (const { text } of publishedFiles(server, `${pathname.replace('/tenant', 'tenants')}/licence.json`))
    expect(JSON.parse(text)).toMatchObject({ expires: END });
}

export const seesLicence = ({ page }: Screen): Promise<void> =>
  expect(row(page, TENANT)).toContainText(/Expires in \d+ days/);

export async function findsInUtopia({ page }: Screen): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'Utopia grid').click();
  await page.getByLabel('Filter Tenant').fill('penmore');
  await expect(row(page, TENANT)).toBeVisible();
  await page.getByLabel('Price of Ads').fill('12.34');
  await expect(page.getByLabel('Total', { exact: true })).toHaveText(/^£[\d,]+\.\d\d$/);
}

/** Waits until the worker has removed its files from the servers. */
export async function deletesTenant({ page, server }: Screen): Promise<void> {
  const path = `tenants/${idOf(page)}/coursepro.php`;
  expect(publishedFiles(server, path)).not.toEqual([]);
  await button(page, 'Delete tenant').click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${TENANT}?` });
  const field = dialog.getByLabel('Type the tenant name below to confirm');
  await field.fill(TENANT);
  await field.press('Enter');
  await expect(toast(page, `${TENANT} deleted`)).toBeVisible();
  await expect.poll(() => publishedFiles(server, path), LONG).toEqual([]);
}

export async function restoresTenant({ page }: Screen): Promise<void> {
  await page.getByRole('radio', { name: 'Deleted' }).or(button(page, 'Deleted')).click();
  await button(page, `Restore ${TENANT}`).click();
  await expect(page.getByText('No deleted tenants')).toBeVisible();
}

export const seesFilesAgain = ({ page, server }: Screen): Promise<void> =>
  expect.poll(() => publishedFiles(server, `tenants/${idOf(page)}/coursepro.php`), LONG).not.toEqual([]);
