import { expect, test, type Page } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { button, toast } from '../support/locators.ts';
import { signIn, type Operator } from '../support/operator.ts';
import { makeReleaseSources, type ReleaseSources } from '../support/release-sources.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, signInBrowser } from '../support/signed-in.ts';

let sources: ReleaseSources;
let server: HostedConsole;
let operator: Operator;
test.beforeAll(async () => {
  sources = makeReleaseSources();
  server = await startHostedConsole({ RELEASES_FILE: sources.file });
  operator = await signIn(server.url);
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(async () => {
  await server.dispose();
  sources.dispose();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog');
const cell = (page: Page, service: string, place: number) =>
  page
    .getByRole('table', { name: 'Current versions' })
    .getByRole('row', { name: service })
    .getByRole('cell')
    .nth(place);
const STAGING = 3;

async function release(app: string, service: string, env: string, ...tags: string[]): Promise<void> {
  for (const tag of tags)
    expect((await operator.call('POST', '/api/release/create', { app, tag, service, env })).status).toBe(200);
}

async function openTool(page: Page, query = ''): Promise<void> {
  await page.goto(`${server.url}/tools/deploy-release${query}`);
  await expect(page.getByRole('heading', { name: 'Deploy Release', level: 1 })).toBeVisible();
}

test('a version is deployed to an environment after confirmation, is shown there, and is rolled back [DEP-05, DEP-06, DEP-08, DEP-09, DEP-10, DEP-11, REL-20, REL-24]', async ({
  page,
}) => {
  await release('coursepro', 'strive', 'staging', '4.18.1', '4.18.2');
  const seen = apiRequests(page);
  await openTool(page);
  await expect(button(page, 'Deploy')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessibleAtBothWidths(page);
  await field(page, 'App').selectOption('coursepro');
  await expect(field(page, 'Service').locator('option:not([hidden])')).toHaveText([
    'CoursePro 3 All',
    'CoursePro Only',
    'Home Portal',
    'Strive',
    'Strive API',
    'Strive Client',
  ]);
  await field(page, 'Service').selectOption({ label: 'Strive' });
  const environments = field(page, 'Environment').locator('option:not([hidden])');
  await expect(environments).toHaveText(['qa', 'dev', 'staging', 'Production', 'feature']);
  await field(page, 'Environment').selectOption({ label: 'staging' });
  await expect(page.getByText('node tools/migrate.mjs --check')).toBeVisible();
  await field(page, 'Version').selectOption('4.18.1');
  await expect(button(page, 'Deploy to staging')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('The translation request has been sent').check();
  await expectAccessibleAtBothWidths(page);
  await button(page, 'Deploy to staging').click();
  await expect(dialog(page)).toContainText('Strive on staging gets 4.18.1. Nothing is deployed there yet.');
  await expect(dialog(page).getByText('node tools/migrate.mjs --check')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Deploy 4.18.1' }).click();
  await expect(toast(page, /^Release 4\.18\.1 deployed to staging\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('healthy: strive 4.18.1').first()).toBeVisible();
  await expect(cell(page, 'Strive', STAGING).first()).toContainText('4.18.1');
  const order = seen.map(({ name }) => name);
  expect(order.lastIndexOf('GET /api/environment/versions')).toBeGreaterThan(order.indexOf('POST /api/release/deploy'));

  await openTool(page, '?app=coursepro&service=strive&env=staging&version=4.18.2');
  await page.getByLabel('The translation request has been sent').check();
  await button(page, 'Deploy to staging').click();
  await expect(dialog(page)).toContainText('Strive on staging goes from 4.18.1 to 4.18.2.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, 'Deploy to staging')).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Deploy 4.18.2' }).click();
  await expect(toast(page, /^Release 4\.18\.2 deployed to staging\.$/)).toBeVisible({ timeout: 60_000 });
  await button(page, 'Roll back to 4.18.1').click();
  await expect(dialog(page)).toContainText('Strive on staging goes from 4.18.2 to 4.18.1.');
  await dialog(page).getByRole('button', { name: 'Roll back to 4.18.1' }).click();
  await expect(toast(page, /^Release 4\.18\.1 deployed to staging\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(cell(page, 'Strive', STAGING).first()).toContainText('4.18.1');
  await expectAccessibleAtBothWidths(page);

  await field(page, 'Environment').selectOption({ label: 'qa' });
  await expect(page).toHaveURL(`${server.url}/tools/deploy-release?app=coursepro&service=strive&env=qa`);
  await field(page, 'App').selectOption('bg');
  await expect(page).toHaveURL(`${server.url}/tools/deploy-release?app=bg`);
  for (const label of ['Service', 'Environment', 'Version']) await expect(field(page, label)).toHaveValue('');
});

test('a target that somebody is deploying to is locked, with its owner; the output continues after a reload [DEP-12]', async ({
  page,
}) => {
  await release('coursepro', 'home-portal', 'qa', '4.18.1', '4.18.2');
  await openTool(page, '?app=coursepro&service=home-portal&env=qa&version=4.18.2');
  await button(page, 'Deploy to qa').click();
  const letGo = sources.hold('qa');
  try {
    const other = operator.call('POST', '/api/release/deploy', {
      release: { app: 'coursepro', service: 'coursepro-only', env: 'qa', version: '4.18.1' },
    });
    expect((await other).status).toBe(422);
    const first = operator.call('POST', '/api/release/deploy', {
      release: { app: 'coursepro', service: 'home-portal', env: 'qa', version: '4.18.1' },
    });
    await expect(page.getByText('coursepro, Home Portal, qa is locked.')).toBeVisible({ timeout: 30_000 });
    await dialog(page).getByRole('button', { name: 'Deploy 4.18.2' }).click();
    await expect(
      toast(page, /^Failed to deploy release - Home Portal on qa is locked: admin is deploying 4\.18\.1 there\./),
    ).toBeVisible();
    await expect(button(page, 'Deploy to qa')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Locked by admin until the run ends')).toBeVisible();
    await page.reload();
    await expect(page.getByText('waiting for the go-ahead').first()).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    letGo();
    expect((await first).status).toBe(200);
  } finally {
    letGo();
  }
  await expect(page.getByText('coursepro, Home Portal, qa is locked.')).toBeHidden();
  await expect(page.getByText('healthy: home-portal 4.18.1').first()).toBeVisible();
  await expect(button(page, 'Deploy to qa')).not.toHaveAttribute('aria-disabled', 'true');
});

test('a failed deploy shows the reason and the output, and leaves the old version; bg to dev needs the tick [DEP-07, DEP-12]', async ({
  page,
}) => {
  sources.git('bg', 'tag', '2.32.0', 'feature/unhealthy');
  await release('bg', 'bg-api', 'dev', '2.31.0', '2.32.0');
  const kept = { app: 'bg', service: 'bg-api', env: 'dev', version: '2.31.0', confirm: true };
  expect((await operator.call('POST', '/api/release/deploy', { release: kept })).status).toBe(200);
  await openTool(page, '?app=bg&service=bg-api&env=dev&version=2.32.0');
  await expect(button(page, 'Deploy to dev')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('The translation request has been sent').check();
  await button(page, 'Deploy to dev').click();
  await dialog(page).getByRole('button', { name: 'Deploy 2.32.0' }).click();
  await expect(toast(page, /^Failed to deploy release - ./)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('the queue of bookings does not move').first()).toBeVisible();
  await expect(cell(page, 'API', 2)).toContainText('2.31.0');
  await expectAccessibleAtBothWidths(page);
});
