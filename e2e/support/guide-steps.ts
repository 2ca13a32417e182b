import { expect as expectOf, type Page } from '@playwright/test';
import { ADMIN } from './console.ts';
import { button, card, link, menu, openTenant, row, title, toast } from './locators.ts';
import { createRelease, deployRelease } from './release-screen.ts';
import { createTenant, editBranding, generateBranding, seedTenant } from './tenant-screen.ts';

/** The steps of docs/guide.md, in order, using the texts on the screens. Calls `picture` where the guide shows one. */
export async function walkGuide(page: Page, url: string, picture: (name: string) => Promise<void>): Promise<void> {
  await signIn(page, url, picture);
  await findTenant(page, picture);
  await addTenant(page);
  await addServices(page, picture);
  await editConfig(page, picture);
  await changeMany(page);
  await brand(page, picture);
  await release(page, picture);
  await seed(page, picture);
  await watch(page, picture);
  await beTold(page);
  await price(page, picture);
  await deleteAndRestore(page, picture);
  await seeDrift(page);
  await addPerson(page);
  await bringFleet(page);
}

type Picture = (name: string) => Promise<void>;

const expect = expectOf.configure({ timeout: 20_000 });

/** The tenant created in the guide. */
const TENANT = 'Larkhill Baths';

async function signIn(page: Page, url: string, picture: Picture): Promise<void> {
  await page.goto(url);
  await page.getByLabel('User').fill(ADMIN.user);
  await page.getByLabel('Password').fill(ADMIN.password);
  await picture('sign-in');
  await button(page, 'Log in').click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

async function findTenant(page: Page, picture: Picture): Promise<void> {
  await menu(page, 'Tenants').click();
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('brim');
  await expect(row(page, 'Brimham Active')).toBeVisible();
  await picture('find-tenant');
  await saveView(page);
  await row(page, 'Brimham Active').dblclick();
  await expect(title(page, 'Brimham Active')).toBeVisible();
  await expect(page.getByText('Environment types do not match!')).toBeVisible();
  await expect(card(page, 'HomePortal2').getByText('not on the servers yet')).toBeVisible();
  await picture('tenant');
}

async function saveView(page: Page): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search tenants' });
  await search.fill('swim');
  await expect(page).toHaveURL(/q=swim/);
  await button(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByLabel('Name').fill('Swimming');
  await button(page, 'Save').click();
  await expect(page.getByRole('navigation', { name: 'Pinned views' }).getByText('Swimming')).toBeVisible();
  await button(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await expect(button(page, 'Options of Swimming')).toBeVisible();
  await page.keyboard.press('Escape');
  await search.fill('brim');
}

async function addTenant(page: Page): Promise<void> {
  await createTenant(page, TENANT);
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill(TENANT);
  await row(page, TENANT).dblclick();
  await expect(page.getByText('No services configured for tenant. Why not add some?')).toBeVisible();
}

async function addServices(page: Page, picture: Picture): Promise<void> {
  await button(page, 'Add service').click();
  await page.getByRole('menuitem', { name: /^CoursePro\b/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose database' });
  await dialog.getByText('eu-db-04').click();
  await dialog.getByLabel('Bridge').selectOption({ label: 'Xn' });
  await picture('add-coursepro');
  await dialog.getByRole('button', { name: 'Add CoursePro' }).click();
  await expect(toast(page, 'CoursePro added')).toBeVisible();
  await button(page, 'Add service').click();
  await page.getByRole('menuitem', { name: 'HomePortal2' }).click();
  await expect(toast(page, 'HomePortal2 added')).toBeVisible();
  await expect(card(page, 'HomePortal2')).toBeVisible();
}

async function editConfig(page: Page, picture: Picture): Promise<void> {
  await openTenant(page, 'Brimham Active');
  await card(page, 'CoursePro').getByRole('link', { name: 'Config', exact: true }).click();
  await expect(title(page, 'CoursePro config')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('BASKET_TIMEOUT');
  await button(page, 'Edit BASKET_TIMEOUT').click();
  const edit = page.getByRole('dialog', { name: 'Edit BASKET_TIMEOUT' });
  await edit.getByLabel('Value').fill('77');
  await page.keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await button(page, /^Save \d/)
    .first()
    .click();
  const review = page.getByRole('dialog', { name: 'Review changes before Save' });
  await expect(review).toBeVisible();
  await picture('review-config');
  await review.getByRole('button', { name: /^Save \d+ change/ }).click();
  await expect(toast(page, 'Config successfully saved')).toBeVisible();
  await button(page, /^Commit/).click();
  const commit = page.getByRole('dialog', { name: /^Commit revision/ });
  await commit.getByText('File', { exact: true }).click();
  await expect(commit.getByText('BASKET_TIMEOUT')).toBeVisible();
  await picture('commit-config');
  await commit.getByRole('button', { name: 'Commit' }).click();
  await expect(toast(page, 'Config successfully exported')).toBeVisible();
}

async function changeMany(page: Page): Promise<void> {
  await menu(page, 'Tenants').click();
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('swim');
  const change = button(page, /^Change these \d tenants$/);
  await expect(change).toBeEnabled();
  await change.click();
  await page.getByLabel('Action', { exact: true }).selectOption('Maintenance on or off');
  await page.getByLabel('Reverts').selectOption('In 1 h');
  await button(page, 'Preview').click();
  await startChange(page);
  await expect(button(page, 'Undo')).toBeVisible();
  await button(page, 'Undo').click();
  await startChange(page);
  await expect(button(page, 'Undo')).toBeVisible();
  await page.goto(new URL('/bulk', page.url()).href);
  await expect(page.getByRole('cell', { name: /^Undo: Switch maintenance/ }).first()).toBeVisible();
}

async function startChange(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'Preview' })).toBeVisible();
  const start = button(page, /^Start with \d+ tenants?$/);
  const many = /\d+/.exec((await start.textContent()) ?? '')?.[0] ?? '';
  await start.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type the number of tenants to confirm').fill(many);
  await dialog.getByRole('button', { name: `Change ${many} tenant` }).click();
  await expect(page).toHaveURL(/\/bulk\/\d+$/);
}

async function brand(page: Page, picture: Picture): Promise<void> {
  await openTenant(page, TENANT);
  await editBranding(page);
  await picture('branding');
  await generateBranding(page);
}

async function release(page: Page, picture: Picture): Promise<void> {
  const tag = await createRelease(page);
  await picture('create-release');
  await deployRelease(page, tag);
  await picture('deploy-release');
}

async function seed(page: Page, picture: Picture): Promise<void> {
  await seedTenant(page, TENANT);
  await picture('seed-tenant');
}

async function watch(page: Page, picture: Picture): Promise<void> {
  await menu(page, 'Monitor').click();
  await page.getByRole('searchbox', { name: 'Search monitors' }).fill('larkhill');
  const cards = page.getByRole('list', { name: 'Monitors' }).getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.filter({ hasText: /^UP/ })).toHaveCount(2, { timeout: 60_000 });
  await picture('monitors');
  await cards.first().getByRole('link').first().click();
  await expect(page.getByText('ONLINE', { exact: true })).toBeVisible();
  await button(page, 'Check now').click();
  await expect(page.getByText(/^Checked: 200 OK/)).toBeVisible();
  await button(page, 'Checks').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Uptime' }).click();
  await expect(page.getByRole('table', { name: /^Uptime/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Status pages' }).click();
  await expect(page.getByRole('table', { name: 'Status pages' })).toBeVisible();
}

async function beTold(page: Page): Promise<void> {
  await menu(page, 'Tools').click();
  await page.getByRole('main').getByRole('link', { name: 'Alerts', exact: true }).click();
  await link(page, 'Channels').click();
  await button(page, 'Add channel').click();
  const channel = page.getByRole('dialog', { name: 'Add channel' });
  await channel.getByLabel('Name').fill('On call');
  await channel.getByLabel('Address').fill('https://hooks.sandbox.example/on-call');
  await channel.getByLabel('Signing key').fill('larkhill-larkhill');
  await channel.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('button', { name: /^Test/ }).click();
  await expect(toast(page, 'The test reached On call')).toBeVisible();
  await link(page, 'Rules').click();
  await button(page, 'Add rule').click();
  const rule = page.getByRole('dialog', { name: 'Add rule' });
  await rule.getByLabel('Name').fill('Sites down');
  await rule.getByLabel('On call (Webhook)').check();
  await rule.getByRole('button', { name: 'Preview the last 7 days' }).click();
  await expect(rule.getByText(/Finds .* now/)).toBeVisible();
  await rule.getByRole('button', { name: 'Add rule' }).click();
  await page
    .getByRole('navigation', { name: 'Alerts' })
    .getByRole('link', { name: /^Alerts/ })
    .click();
  const acknowledge = page.getByRole('button', { name: /^Acknowledge / }).first();
  await acknowledge.click({ timeout: 90_000 });
  const dialog = page.getByRole('dialog', { name: /^Acknowledge / });
  await dialog.getByLabel('Note').fill('Looking at it');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(toast(page, 'Alert acknowledged')).toBeVisible();
}

async function price(page: Page, picture: Picture): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'Utopia grid').click();
  await button(page, 'Filter Region: Any').click();
  await page.getByRole('dialog', { name: 'Filter Region' }).getByLabel('EU').check();
  await page.keyboard.press('Escape');
  await page.getByLabel('Price of Ads').fill('12.34');
  await expect(page.getByLabel('Total', { exact: true })).toHaveText(/^£[\d,]+\.\d\d$/);
  await picture('utopia');
}

async function deleteAndRestore(page: Page, picture: Picture): Promise<void> {
  await openTenant(page, TENANT);
  await button(page, 'Delete tenant').click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${TENANT}?` });
  await dialog.getByLabel('Type the tenant name below to confirm').fill(TENANT);
  await picture('delete-tenant');
  await dialog.getByRole('button', { name: 'Delete tenant' }).click();
  await expect(toast(page, `${TENANT} deleted`)).toBeVisible();
  await page.getByRole('radio', { name: 'Deleted' }).or(button(page, 'Deleted')).click();
  await button(page, `Restore ${TENANT}`).click();
  await expect(page.getByText('No deleted tenants')).toBeVisible();
}

async function addPerson(page: Page): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'People').click();
  await button(page, 'Add person').click();
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await dialog.getByLabel('Name').fill('grace.linden');
  await dialog.getByLabel('Role').selectOption({ label: 'Operator' });
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByLabel('One-time link')).toHaveValue(/\/auth\/password\?link=mcl_/);
  await button(page, 'Done').click();
  await row(page, 'grace.linden').dblclick();
  await expect(page.getByRole('dialog', { name: 'grace.linden' }).getByText('New one-time link')).toBeVisible();
}

async function seeDrift(page: Page): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'Compare configs').click();
  await expect(title(page, 'Compare configs')).toBeVisible();
  await menu(page, 'Tools').click();
  await link(page, 'Drift').click();
  await button(page, /^Waiting/).click();
  const cell = page.getByRole('table', { name: 'Drift board' }).getByRole('button', { name: /: Waiting/ });
  await cell.first().click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Open config' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Config', { exact: true }).selectOption('CoursePro');
  await expect(page.getByRole('checkbox', { name: /^Choose / }).first()).toBeVisible();
  await link(page, 'Differences').click();
  await expect(page.getByRole('link', { name: /^Commit / }).first()).toBeVisible();
}

/** One more region; what the file omits is shown as removals, which are not ticked. */
const INVENTORY = `regions: [{ name: eu-north-1, description: Europe (Stockholm) }]
accounts: []
environments: []
certificates: []
database_hosts: []
config_keys: []
tenants: []
`;

async function bringFleet(page: Page): Promise<void> {
  await menu(page, 'Tools').click();
  await link(page, 'Import fleet').click();
  await page.getByLabel('Or paste it').fill(INVENTORY);
  await button(page, 'Plan the text').click();
  await button(page, 'Apply 1 to the console').click();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('eu-north-1');
  await menu(page, 'Tools').click();
  await link(page, 'Drift').click();
  await link(page, 'Servers').click();
  await page.getByRole('searchbox', { name: 'Search drift' }).fill('brimham');
  for (const state of ['Unknown here', 'Changed there', 'Missing there'])
    await expect(page.getByRole('button', { name: state })).toBeVisible();
  await expect(link(page, 'Compare Brimham Active Insight')).toBeVisible();
  await expect(button(page, 'Commit Brimham Active Insight')).toBeVisible();
  await button(page, 'Take over Brimham Active Insight').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog.getByText('1 config taken over')).toBeVisible();
}
