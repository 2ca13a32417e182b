import { expect, test, type Page } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { button, toast } from '../support/locators.ts';
import { makeReleaseSources, type ReleaseSources } from '../support/release-sources.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, signInBrowser } from '../support/signed-in.ts';

let sources: ReleaseSources;
let server: HostedConsole;
test.beforeAll(async () => {
  sources = makeReleaseSources();
  server = await startHostedConsole({ RELEASES_FILE: sources.file });
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(async () => {
  await server.dispose();
  sources.dispose();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openTool(page: Page, query = ''): Promise<void> {
  await page.goto(`${server.url}/tools/create-release${query}`);
  await expect(page.getByRole('heading', { name: 'Create Release', level: 1 })).toBeVisible();
}

test('a tag is suggested, created on a branch, and refused with every message [REL-01, REL-06, REL-07, REL-08, REL-09, REL-10, REL-11, REL-19, REL-26]', async ({
  page,
}) => {
  await openTool(page);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'Deploy Release' }).click();
  await expect(page).toHaveURL(`${server.url}/tools/deploy-release`);
  await page.getByRole('link', { name: 'Create Release' }).click();
  await expect(page).toHaveURL(`${server.url}/tools/create-release`);
  await expect(field(page, 'App').locator('option:not([hidden])')).toHaveText(['coursepro', 'bg', 'insight', 'merlin']);

  const asked = page.waitForRequest((request) => request.url().endsWith('/api/repos/branches?app=coursepro'));
  await field(page, 'App').selectOption('coursepro');
  await asked;
  await expect(field(page, 'New tag')).toHaveValue('4.19.0-rc3');
  await expect(button(page, 'Create tag')).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'Branch').selectOption('feature/broken-build');
  await expect(page).toHaveURL(/app=coursepro&branch=feature%2Fbroken-build/);
  await field(page, 'New tag').fill('');
  await expect(button(page, 'Create tag')).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'New tag').fill('4.19.0-rc3');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Tag 4.19.0-rc3 created')).toBeVisible();
  expect(sources.git('coursepro', 'rev-parse', '4.19.0-rc3^{commit}')).toBe(
    sources.git('coursepro', 'rev-parse', 'feature/broken-build'),
  );
  await expect(field(page, 'New tag')).toHaveValue('4.19.0-rc4');
  await expect(field(page, 'Tag')).toHaveValue('4.19.0-rc3');

  await field(page, 'New tag').fill('4.18.2');
  await button(page, 'Create tag').click();
  await expect(toast(page, /^Tag \(4\.18\.2\) already exists\.$/)).toBeVisible();

  // Another user's tag, not yet known to this page.
  sources.git('coursepro', 'tag', '4.20.0', 'main');
  await field(page, 'New tag').fill('4.20.0');
  await button(page, 'Create tag').click();
  await expect(toast(page, 'Failed to create tag - Tag (4.20.0) already exists.')).toBeVisible();
  await expect(field(page, 'New tag')).toHaveValue('4.20.0');

  // The version of a release remains when its tag is deleted.
  await field(page, 'Service').selectOption({ label: 'Strive' });
  await field(page, 'Tag').selectOption('4.16.0');
  await button(page, 'Create release').click();
  await expect(toast(page, /Release 4\.16\.0 created in \d+ seconds\./)).toBeVisible({ timeout: 60_000 });
  sources.git('coursepro', 'tag', '-d', '4.16.0');
  await page.reload();
  await expect(field(page, 'Tag').locator('option', { hasText: '4.16.1' })).toHaveCount(1);
  await expect(field(page, 'Tag').locator('option', { hasText: '4.16.0' })).toHaveCount(0);
  await field(page, 'New tag').fill('4.16.0');
  await button(page, 'Create tag').click();
  await expect(toast(page, /^4\.16\.0 version already exists$/)).toBeVisible();
});

test('the button that creates a release is visible on desktop without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const query of ['', '?app=coursepro&service=strive-api&tag=4.18.2']) {
    await openTool(page, query);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(button(page, 'Create release')).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Create tag')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('a release is built from a tag with its output; a failed build also shows the reason [REL-12, REL-14, REL-15, REL-17]', async ({
  page,
}) => {
  const seen = apiRequests(page);
  await openTool(page, '?app=coursepro&service=strive-api');
  await page.getByRole('button', { name: 'Choose 4.18.2' }).click();
  await expect(field(page, 'Environment')).toHaveValue('dev');
  await field(page, 'Environment').selectOption({ label: 'staging' });
  await expectAccessibleAtBothWidths(page);
  await button(page, 'Create release').click();
  await expect(page.getByText('Building strive-api 4.18.2 for staging')).toBeVisible({ timeout: 30_000 });
  await expect(toast(page, /Release 4\.18\.2 created in \d+ seconds\./)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Built 2 files')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const [sent] = seen.filter(({ name }) => name === 'POST /api/release/create');
  expect(sent?.request.postDataJSON()).toEqual({
    app: 'coursepro',
    tag: '4.18.2',
    service: 'strive-api',
    env: 'staging',
  });
  const lists = seen.filter(({ name }) => name === 'GET /api/release/versions').map(({ request }) => request.url());
  expect(lists.at(-1)).toBe(`${server.url}/api/release/versions?app=coursepro&env=staging&backend-only=1`);
  // The output is restored after a reload.
  await page.reload();
  await expect(page.getByText('Built 2 files')).toBeVisible();

  sources.git('coursepro', 'tag', '-f', '4.21.0', 'feature/broken-build');
  await openTool(page, '?app=coursepro&service=strive&tag=4.21.0');
  await button(page, 'Create release').click();
  await expect(toast(page, /^Failed to create release - ./)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('the placeholder {{bookings}} is not known')).toBeVisible();
});

test('bg is built for dev and then for prod; its branches with hostile names are omitted [REL-13, REL-21]', async ({
  page,
}) => {
  const head = sources.git('bg', 'rev-parse', 'main');
  for (const name of ['$(touch${IFS}marker)', '=cmd', '<img>'])
    sources.git('bg', 'update-ref', `refs/heads/${name}`, head);
  const seen = apiRequests(page);
  await openTool(page, '?app=bg');
  await expect(field(page, 'New tag')).toHaveValue('2.31.1');
  await expect(page.getByText('3 branches whose names cannot be used here are left out.')).toBeVisible();
  await expect(field(page, 'Service').locator('option:not([hidden])')).toHaveText(['All', 'API', 'Client']);
  await page.getByRole('button', { name: 'Choose 2.31.0' }).click();
  await field(page, 'Service').selectOption({ label: 'API' });
  await expect(page.getByText('dev, then Production')).toBeVisible();
  await button(page, 'Create release').click();
  await expect(toast(page, /Release 2\.31\.0 created in \d+ seconds\./)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('SUCCEEDED', { exact: true })).toBeVisible();
  await expect(toast(page, /Release 2\.31\.0 created/)).toHaveCount(1);
  const posts = seen.filter(({ name }) => name === 'POST /api/release/create');
  expect(posts.map(({ request }) => (request.postDataJSON() as { env: string }).env)).toEqual(['dev', 'prod']);
  const keys = await Promise.all(posts.map(({ request }) => request.headerValue('idempotency-key')));
  expect(new Set(keys).size).toBe(2);
  const lists = seen.filter(({ name }) => name === 'GET /api/release/versions').map(({ request }) => request.url());
  expect(lists[0]).toBe(`${server.url}/api/release/versions?app=bg&env=dev`);
});
