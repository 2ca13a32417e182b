import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { expect, test, type Page } from '@playwright/test';
import { button, link, title, toast } from '../support/locators.ts';
import { addPersonWithPassword, signInAs } from '../support/people.ts';
import { expectAccessible, expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { hostConsole, signInBrowser } from '../support/signed-in.ts';

const FILE = 'tenants/5000/strive.env';
const HOST = 'eu-before-str-01-a';

const { server, operator: admin } = hostConsole();

/** The inventory that the console was filled with. */
function ownInventory(): Inventory {
  const folder = join(server.dataDir, 'sandbox');
  const name = readdirSync(folder).find((file) => file.startsWith('inventory-60-')) ?? '';
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Inventory;
}

/** The fleet with a tenant whose server predates the console, a changed environment, and a removed certificate. */
function nextInventory(): Inventory {
  const next = ownInventory();
  const [region] = next.regions;
  const [changed] = next.environments;
  const [tenant] = next.tenants;
  if (!region || !changed || !tenant) throw new Error('The fleet of the sandbox is empty.');
  changed.fqdn = 'moved.example.net';
  next.regions.push({ ref: 'before', name: 'eu-before-1', description: 'Before the console' });
  next.environments.push({
    ...changed,
    name: 'eu-before-str-01',
    fqdn: 'eu-before-str-01.example.net',
    type: 8,
    services: ['strive'],
    region: 'before',
    servers: [HOST],
  });
  next.tenants.push({
    ...tenant,
    id: 5000,
    name: 'Northgate Pools',
    region: 'before',
    services: [
      {
        slug: 'strive',
        cron: false,
        maintenance: false,
        web_environment: 'eu-before-str-01',
        worker_environment: null,
        sns_environment: null,
        certificate: null,
        database_host: null,
        bridge: null,
        version: null,
        db_version: null,
        domains: [],
      },
    ],
    configs: [],
  });
  delete next.history;
  return next;
}

const choose = (page: Page, inventory: string | Buffer, name = 'fleet.json') =>
  page.getByLabel(/inventory file$/i).setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(inventory),
  });

test('an admin plans an inventory, applies the ticked entries, and takes over what a server had before', async ({
  page,
}) => {
  const folder = join(server.dataDir, 'fleet', HOST, 'config', 'tenants', '5000');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(server.dataDir, 'fleet', HOST, 'config', FILE), 'SITE_TITLE="Northgate"\n');
  const before = publishedFiles(server, FILE);
  await signInBrowser(page.context());
  await page.goto(`${server.url}/tools`);
  await link(page, 'Import fleet').click();
  await expect(title(page, 'Import fleet')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.getByLabel('Or paste it').fill('regions:\n  - name: eu west\n    description: Europe\n');
  await button(page, 'Plan the text').click();
  await expect(page.getByRole('alert')).toContainText('Line 2');
  await expect(page.getByRole('alert')).toContainText('regions[0].name');
  await expectAccessibleAtBothWidths(page);

  await choose(page, JSON.stringify(nextInventory()));
  await expect(page.getByText('4 of 4 ticked')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Environments' })).toContainText('moved.example.net');
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('checkbox', { name: /Change of environment/ }).uncheck();
  await button(page, 'Apply 3 to the console').click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('listitem')).toHaveCount(3);
  await expect(results).toContainText('Northgate Pools');
  await expectAccessibleAtBothWidths(page);
  await page.reload();
  await expect(results.getByRole('listitem')).toHaveCount(3);
  await choose(page, JSON.stringify(nextInventory()));
  await expect(page.getByText('1 of 1 ticked')).toBeVisible();

  // Nothing was written: the server still has its file, which the console shows as unknown and takes over.
  expect(publishedFiles(server, FILE)).toEqual(before);
  await page.goto(`${server.url}/drift?view=servers&q=northgate`);
  const takeOver = page.getByRole('button', { name: 'Take over Northgate Pools Strive' });
  await expect(takeOver).toBeVisible({ timeout: 75_000 });
  await takeOver.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog.getByText('1 config taken over')).toBeVisible();
  expect(publishedFiles(server, FILE)).toEqual(before);
  await page.goto(`${server.url}/tenant/5000/strive/config`);
  await expect(page.getByText('Northgate', { exact: true })).toBeVisible();
});

test('a hostile file is refused with an explanation, by keyboard too', async ({ page }, info) => {
  await signInBrowser(page.context());
  await page.goto(`${server.url}/fleet/import`);
  const large = info.outputPath('fleet.json');
  writeFileSync(large, Buffer.alloc(20 * 1024 * 1024, 'a'));
  await page.getByLabel(/inventory file$/i).setInputFiles(large);
  await expect(page.getByRole('alert')).toContainText('fleet.json is too large.');
  await choose(page, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(page.getByRole('alert')).toContainText('The file is not text.');
  await page.getByLabel('Or paste it').focus();
  await page.keyboard.type('a: &a [x]');
  await page.keyboard.press('Enter');
  await page.keyboard.type('b: [*a]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('aliases (*name) are refused');
});

test('operators are refused, and see no link', async ({ page }) => {
  await addPersonWithPassword(server.url, admin, { name: 'olga.operator', role: 'operator' });
  await signInAs(page.context(), server.url, 'olga.operator');
  await page.goto(`${server.url}/tools`);
  await expect(link(page, 'Drift')).toBeVisible();
  await expect(link(page, 'Import fleet')).toHaveCount(0);
  await page.goto(`${server.url}/fleet/import`);
  await expect(page.getByText('This page is for admins')).toBeVisible();
  await expectAccessible(page);
  await expect(toast(page, /./)).toHaveCount(0);
});
