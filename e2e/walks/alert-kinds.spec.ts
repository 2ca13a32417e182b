import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { commit } from '../support/config-screen.ts';
import { startFilledConsole, type Console } from '../support/console.ts';
import { button, toast } from '../support/locators.ts';
import { expectAccessibleAtBothWidths, publishedFiles } from '../support/screens.ts';
import { signInBrowser } from '../support/signed-in.ts';

/** Settings of the console, read at each start. */
const settings: Record<string, string> = {};
let server: Console;
test.beforeAll(async () => void (server = await startFilledConsole(settings)));
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server?.dispose());

async function addRule(page: Page, name: string, kind: string, more: Record<string, string> = {}): Promise<void> {
  await button(page, 'Add rule').click();
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Watches').selectOption(kind);
  for (const [label, value] of Object.entries(more)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(toast(page, 'Rule added').first()).toBeVisible();
}

const alert = (page: Page, title: RegExp) =>
  page.getByRole('list', { name: 'Alerts' }).getByRole('heading', { name: title });
const list = (page: Page, state = 'open') => page.goto(`${server.url}/alerts?state=${state}`);

async function restart(as: 'web' | 'all'): Promise<void> {
  settings['PROCESS'] = as;
  await server.end('SIGTERM');
  await server.start();
}

test('rules on servers, switches and the prober open an alert on a real failure, and resolve it afterwards', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.goto(`${server.url}/alerts/rules`);
  await addRule(page, 'Files changed by hand', 'Drift');
  await addRule(page, 'Servers that do not obey', 'Switch not confirmed');
  await addRule(page, 'Nobody looks', 'Checks have stopped', { 'Minutes without a check': '1' });

  const tenant = [2, 3, 4, 5, 6].find((id) => publishedFiles(server, `tenants/${id}/strive.env`).length > 0) ?? 0;
  const file = `tenants/${tenant}/strive.env`;
  const changed = join(server.dataDir, 'fleet', publishedFiles(server, file)[0]?.host ?? '', 'config', file);
  const other = readdirSync(join(server.dataDir, 'fleet')).find((name) => name.startsWith('eu-prod-web-01')) ?? '';
  // A folder in its place keeps the server from writing its control file.
  const blocked = join(server.dataDir, 'fleet', other, 'config', 'tenants/3/coursepro.control.json');
  const maintenance = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'CoursePro', exact: true }) });

  const drift = alert(page, /^Drift: .* strive$/);

  await test.step('a file is changed manually, and a server cannot receive a switch', async () => {
    writeFileSync(changed, 'USE_DB_TENANT="changed by hand"\n');
    await page.goto(`${server.url}/tenant/${tenant}/strive/config`);
    await page.getByRole('button', { name: 'Check servers' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Changed on the server.' })).toBeVisible();
    mkdirSync(join(blocked, 'in the way'), { recursive: true });
    await page.goto(`${server.url}/tenant/3`);
    await maintenance.getByRole('switch', { name: 'Maintenance' }).click();
    await expect(maintenance.getByText(`Not confirmed by ${other}`)).toBeVisible();
    await list(page);
    await expect(drift).toBeVisible({ timeout: 150_000 });
    await expect(alert(page, /^Switch not confirmed/)).toBeVisible({ timeout: 120_000 });
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('the file is committed again and the server receives the switch', async () => {
    rmSync(blocked, { recursive: true });
    await page.goto(`${server.url}/tenant/${tenant}/strive/config`);
    await commit(page);
    await expect(toast(page, 'Config successfully exported').first()).toBeVisible();
    await list(page, 'resolved');
    await expect(alert(page, /^Switch not confirmed/)).toBeVisible({ timeout: 150_000 });
    await expect(drift).toBeVisible({ timeout: 150_000 });
  });

  await test.step('the process that checks sites is stopped, and started again', async () => {
    await restart('web');
    await list(page);
    await expect(alert(page, /^Checks have stopped/)).toBeVisible({ timeout: 150_000 });
    await expectAccessibleAtBothWidths(page);
    await restart('all');
    await list(page, 'resolved');
    await expect(alert(page, /^Checks have stopped/)).toBeVisible({ timeout: 120_000 });
  });
});
