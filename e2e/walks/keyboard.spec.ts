import { expect as expectOf, test, type Page } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { choose, goTo, press, tabTo, write } from '../support/keys.ts';
import { button, card, row, title, toast } from '../support/locators.ts';
import { signIn } from '../support/operator.ts';
import { makeReleaseSources, type ReleaseSources } from '../support/release-sources.ts';
import { expectAccessible } from '../support/screens.ts';
import { openSignedIn } from '../support/signed-in.ts';

const expect = expectOf.configure({ timeout: 30_000 });
const TENANT = 'Brimham Active';

// Fading toasts lack contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let sources: ReleaseSources;
let server: HostedConsole;
test.beforeAll(async () => {
  sources = makeReleaseSources();
  server = await startHostedConsole({ RELEASES_FILE: sources.file });
  const operator = await signIn(server.url);
  const release = { app: 'coursepro', tag: '4.18.1', service: 'strive', env: 'staging' };
  expect((await operator.call('POST', '/api/release/create', release)).status).toBe(200);
});
test.afterAll(async () => {
  await server.dispose();
  sources.dispose();
});

test('the ten most common jobs are done without a mouse, the focus is always visible, and axe finds nothing', async ({
  page,
}) => {
  test.setTimeout(420_000);
  await openSignedIn(page, server.url);
  await test.step('find a tenant and filter', () => findTenant(page));
  await test.step('open it', () => openIt(page));
  await test.step('add a service', () => addService(page));
  await test.step('edit and commit a config', () => editConfig(page));
  await test.step('set a log level', () => setLogLevel(page));
  await test.step('brand', () => brand(page));
  await test.step('deploy', () => deploy(page));
  await test.step('look at a monitor', () => lookAtMonitor(page));
  await test.step('delete and restore', () => deleteAndRestore(page));
});

async function findTenant(page: Page): Promise<void> {
  await press(page, button(page, 'Filter'));
  const groups = page.getByRole('region', { name: 'Filters' });
  await press(page, groups.getByRole('group', { name: 'Group', exact: true }).getByRole('button', { name: /^PROD/ }));
  await expect(page.getByText(/items hidden/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search tenants' })).toBeFocused();
  await page.keyboard.type('brim');
  await expect(row(page, TENANT)).toBeVisible();
}

async function openIt(page: Page): Promise<void> {
  await press(page, row(page, TENANT));
  await expect(title(page, TENANT)).toBeVisible();
  await expect(card(page, 'CoursePro')).toBeVisible();
  await expectAccessible(page);
}

async function addService(page: Page): Promise<void> {
  await press(page, button(page, 'Add service'));
  const entry = page.getByRole('menuitem', { name: /^Scheme Portal/ });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectAccessible(page);
  const isThere = () => entry.evaluate((element) => element === document.activeElement);
  while (!(await isThere())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Scheme Portal added')).toBeVisible();
  await expect(card(page, 'Scheme Portal')).toBeVisible();
}

async function editConfig(page: Page): Promise<void> {
  await press(page, card(page, 'CoursePro').getByRole('link', { name: 'Config', exact: true }));
  await expect(title(page, 'CoursePro config')).toBeVisible();
  await expect(button(page, 'Download JSON')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('BASKET_TIMEOUT');
  await press(page, button(page, 'Edit BASKET_TIMEOUT'));
  const edit = page.getByRole('dialog', { name: 'Edit BASKET_TIMEOUT' });
  await write(page, edit.getByLabel('Value'), '77');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await press(page, page.getByRole('main').getByRole('button', { name: /^Save \d+$/ }));
  const review = page.getByRole('dialog', { name: 'Review changes before Save' });
  await tabTo(page, review.getByRole('button', { name: /^Save \d+ change/ }));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Config successfully saved')).toBeVisible();
  await press(page, page.getByRole('main').getByRole('button', { name: /^Commit( \d+)?$/ }));
  const commit = page.getByRole('dialog', { name: /^Commit revision/ });
  await tabTo(page, commit.getByRole('button', { name: 'Commit', exact: true }));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Config successfully exported')).toBeVisible();
}

async function setLogLevel(page: Page): Promise<void> {
  await goTo(page, TENANT);
  const coursePro = card(page, 'CoursePro');
  await choose(page, coursePro.getByLabel('Level', { exact: true }), 'DEBUG');
  await press(page, coursePro.getByRole('button', { name: 'Set', exact: true }));
  await expect(coursePro.getByRole('button', { name: /^Restore/ })).toBeVisible();
  await expectAccessible(page);
}

async function brand(page: Page): Promise<void> {
  await press(page, card(page, 'HomePortal2').getByRole('link', { name: 'Branding' }));
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await write(page, page.getByRole('textbox', { name: 'Primary colour', exact: true }), '#1f6f5c');
  await choose(page, page.getByRole('combobox', { name: 'Branch', exact: true }), 'main');
  await expectAccessible(page);
  // Tab backwards to the top of the page: the preview ahead is a separate process in which Playwright cannot press keys.
  await tabTo(page, button(page, /^Save and Generate/), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Save and Generate' }));
  await expect(toast(page, 'Branding and content settings saved successfully!')).toBeVisible({ timeout: 60_000 });
}

async function deploy(page: Page): Promise<void> {
  await goTo(page, 'Deploy Release');
  await expect(title(page, 'Deploy Release')).toBeVisible();
  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  await choose(page, field('App'), 'coursepro');
  await choose(page, field('Service'), 'Strive');
  await choose(page, field('Environment'), 'staging');
  await tabTo(page, field('Version'));
  await page.keyboard.type('4.18.1');
  await expect(field('Version')).toHaveValue('4.18.1');
  await press(page, page.getByLabel('The translation request has been sent'), 'Space');
  await expectAccessible(page);
  await press(page, button(page, 'Deploy to staging'));
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Deploy 4.18.1' }));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Release 4.18.1 deployed to staging.')).toBeVisible({ timeout: 60_000 });
}

async function lookAtMonitor(page: Page): Promise<void> {
  await goTo(page, 'Monitor');
  await expect(title(page, 'Monitor')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('brimham');
  const first = page
    .getByRole('list', { name: 'Monitors' })
    .getByRole('article')
    .filter({ hasText: 'brimham' })
    .first();
  await press(page, first.getByRole('link').first());
  await expect(page.getByRole('heading', { level: 1, name: /^Brimham Active/ })).toBeVisible();
  await expectAccessible(page);
}

async function deleteAndRestore(page: Page): Promise<void> {
  await goTo(page, TENANT);
  await press(page, button(page, 'Delete tenant'));
  const dialog = page.getByRole('alertdialog', { name: `Delete ${TENANT}?` });
  await write(page, dialog.getByLabel('Type the tenant name below to confirm'), TENANT);
  await expectAccessible(page);
  await press(page, dialog.getByRole('button', { name: 'Delete tenant' }));
  await expect(toast(page, `${TENANT} deleted`)).toBeVisible();
  await press(page, button(page, 'Deleted'));
  await press(page, button(page, `Restore ${TENANT}`));
  await expect(page.getByText('No deleted tenants')).toBeVisible();
  await expectAccessible(page);
}
