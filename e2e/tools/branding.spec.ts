import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startFilledConsole, type Console } from '../support/console.ts';
import { addTenant } from '../support/fleet.ts';
import { toast } from '../support/locators.ts';
import { signIn, type Operator } from '../support/operator.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, signInBrowser } from '../support/signed-in.ts';

let server: Console;
let operator: Operator;
test.beforeAll(async () => {
  server = await startFilledConsole();
  operator = await signIn(server.url);
});
test.beforeEach(({ context }) => signInBrowser(context));
test.afterAll(() => server.dispose());

/** A separate tenant for each journey, with HomePortal2 and no saved branding. */
async function addUnbranded(name: string): Promise<number> {
  const id = await addTenant(operator, name);
  await operator.call('POST', `/api/tenant/${id}/homeportal2`, { initialize: true, create_db: false });
  return id;
}
const open = async (page: Page, id: number, rest = '') => {
  await page.goto(`${server.url}/tenant/${id}/homeportal2/branding${rest}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
};
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const preview = (page: Page) => page.frameLocator('iframe[data-shown]');
const saveButton = (page: Page) => page.getByRole('button', { name: /^Save and Generate/ });
const dialog = (page: Page) => page.getByRole('alertdialog');
const chooseBranch = (page: Page, name: string) => page.getByRole('combobox', { name: 'Branch' }).selectOption(name);

/** An image of 300 x 90 pixels, drawn by the browser. */
async function drawLogo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 300;
    canvas.height = 90;
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = 'seagreen';
      pen.fillRect(0, 0, 300, 90);
    }
    return canvas.toDataURL('image/png');
  });
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') };
}

/** A published branding file by URL. */
const published = (address: string) => readFileSync(join(server.dataDir, address), 'utf8');

test('two tabs without live changes: the second save is refused, shows what changed, and is applied on top of the first', async ({
  page,
  context,
}) => {
  const id = await addUnbranded('Two Tabs');
  const other = await context.newPage();
  const saveEmail = (tab: Page) => tab.getByRole('button', { name: /^Save Email Settings/ }).click();
  for (const tab of [page, other]) {
    await tab.route('**/api/events**', (route) => route.abort('connectionfailed'));
    await open(tab, id, '?tab=email');
  }
  await field(page, 'Heading text').fill('First');
  await saveEmail(page);
  await expect(page.getByText('Email settings saved successfully!')).toBeVisible();

  await field(other, 'Subheading text').fill('Second');
  await saveEmail(other);
  await expect(other.getByText('Failed to save email settings. Please try again.')).toBeVisible();
  await expect(
    other.getByText('Changed: Heading text. Your own changes are kept and replace those values when you save.'),
  ).toBeVisible();
  await expect(field(other, 'Subheading text')).toHaveValue('Second');
  await saveEmail(other);
  await expect(other.getByText('Email settings saved successfully!')).toBeVisible();
  const { body } = await operator.call('GET', `/api/tenant/${id}/homeportal2/branding`);
  expect(body).toMatchObject({ data: { email: { header: { headingText: 'First', subheadingText: 'Second' } } } });
});

test('a branding is previewed while typing, saved and generated [TEN-48, BRD-01..07, BRD-09, BRD-11, BRD-14, BRD-17..19, BRD-21..23]', async ({
  page,
}) => {
  const id = await addUnbranded('Castle Fit');
  await page.goto(`${server.url}/tenant/${id}`);
  await page.getByRole('link', { name: 'Branding' }).click();
  await expect(page.getByRole('heading', { name: 'Branding', level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing saved yet: showing the defaults')).toBeVisible();
  await expect(field(page, 'Primary colour')).toHaveValue('#4299e1');
  await expect(field(page, 'Secondary colour')).toHaveValue('#f6ad55');
  await expect(field(page, 'Background colour')).toHaveValue('#e8e8e8');
  await expect(page.locator('[data-toast]')).toHaveCount(0);

  const before = await page.evaluate(() => history.length);
  await page.getByLabel('Logo file').setInputFiles(await drawLogo(page));
  await expect(preview(page).getByRole('img', { name: 'Castle Fit' })).toBeVisible();
  await field(page, 'Primary colour').fill('#767676');
  const contrast = page.getByRole('group', { name: 'Contrast of Primary colour' });
  await expect(contrast).toContainText('4.54:1');
  await expect(contrast).toContainText('AA pass');
  await expect(contrast).toContainText('AAA fail');
  await contrast.getByRole('button', { name: 'Use #595959 for AAA' }).click();
  await expect(contrast).toContainText('AAA pass');
  await expect(preview(page).locator('header')).toHaveCSS('background-color', 'rgb(89, 89, 89)');
  await field(page, 'Secondary colour').fill('tomato');
  await field(page, 'Find a center title').fill('Find your club');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Find your club');
  // Switch languages by keyboard.
  await page.getByRole('tab', { name: 'English' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Welsh' })).toBeFocused();
  await field(page, 'Find a center title').fill('Dewch o hyd i glwb');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Dewch o hyd i glwb');
  await expect(page).toHaveURL(/lang=cy/);
  // Switching the language adds a history entry, typing does not.
  expect(await page.evaluate(() => history.length)).toBe(before + 1);

  const requests = apiRequests(page);
  await chooseBranch(page, 'main');
  await saveButton(page).click();
  await expect(dialog(page)).toContainText('tomato');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  expect(requests.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
  await saveButton(page).click();
  await dialog(page).getByRole('button', { name: 'Save and Generate' }).click();
  await expect(saveButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Branding and content settings saved successfully!')).toBeVisible();
  await expect(page.getByText('Last generated from main')).toBeVisible();

  const entry = JSON.parse(published(`files/branding/${id}/current.json`)) as { css: string; content: string };
  expect(published(new URL(entry.css, server.url).pathname)).toContain('#595959');
  expect(published(new URL(entry.content, server.url).pathname)).toContain('Dewch o hyd i glwb');
  await page.reload();
  await expect(field(page, 'Secondary colour')).toHaveValue('tomato');
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue('main');
  await expect(preview(page).getByRole('img', { name: 'Castle Fit' })).toHaveJSProperty('naturalWidth', 300);
});

test('an e-mail is previewed while typing, saved and copied [EML-01..09, EML-11, EML-13..16]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await addUnbranded('Harbour Swim');
  await open(page, id, '?tab=email');
  await expect(field(page, 'Container background colour')).toHaveValue('#DDDDDD');
  await page.getByLabel('Logo file').setInputFiles(await drawLogo(page));
  await page.getByLabel('Logo position').selectOption('Right');
  await field(page, 'Heading text').fill('Welcome & hello');
  await field(page, 'Footer content (HTML)').fill(
    '<p>Harbour Swim, <a href="https://swim.example">swim.example</a></p>',
  );
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Welcome & hello');
  await expect(preview(page).getByRole('img')).toHaveCSS('max-width', '150px');
  await expect(preview(page).getByRole('link', { name: 'swim.example' })).toBeVisible();
  await expect(preview(page).locator('table').first()).toHaveCSS('max-width', '600px');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: /^Save Email Settings/ }).click();
  expect((await sent).url()).toBe(`${server.url}/api/tenant/${id}/homeportal2/email`);
  await expect(page.getByText('Email settings saved successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Copy Header HTML' }).click();
  await expect(page.getByText('Header HTML copied to clipboard!')).toBeVisible();
  const header = await page.evaluate(() => navigator.clipboard.readText());
  expect(header).toContain('Welcome &amp; hello');
  expect(header).toContain(`<img src="${server.url}/files/logos/`);
  expect(header).toContain('text-align:right');
  await page.getByRole('button', { name: 'Copy Footer HTML' }).click();
  await expect(page.getByText('Footer HTML copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('href="https://swim.example"');
});

test('scripts in a branding never run, wherever it is shown', async ({ page }) => {
  const id = await addUnbranded('<img src=x onerror="top.marker=1">');
  const dialogs: string[] = [];
  page.on('dialog', (one) => {
    dialogs.push(one.message());
    void one.dismiss();
  });
  const vectors = [
    '<script>top.marker=1;alert(1)</script>',
    '"><img src=x onerror="top.marker=1">',
    '<svg onload="top.marker=1"></svg>',
    '</p></style></title><iframe srcdoc="<script>top.marker=1</script>"></iframe>',
    '<a href="javascript:top.marker=1" id="trap">click</a>',
    "red;background:url('javascript:top.marker=1')}</style><script>top.marker=1</script>",
  ].join(' ');
  await open(page, id);
  for (const name of ['Primary colour', 'Secondary colour', 'Background colour']) {
    await field(page, name).fill(vectors.slice(0, 200));
  }
  await field(page, 'Find a center title').fill(vectors.slice(0, 200));
  await field(page, 'Find a center text').fill(vectors);
  await field(page, 'Terms link').fill(['javascript', 'top.marker=1'].join(':'));
  await field(page, 'Privacy policy link').fill('data:text/html,<script>top.marker=1</script>');
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('<script>top.marker=1');
  await expect(preview(page).locator('script, img, svg, iframe, a')).toHaveCount(0);
  await chooseBranch(page, 'main');
  await saveButton(page).click();
  await dialog(page).getByRole('button', { name: 'Save and Generate' }).click();
  await expect(page.getByText('Failed to save branding settings. Please try again.')).toBeVisible();
  for (const name of ['Terms link', 'Privacy policy link']) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    await field(page, name).fill('');
  }
  await saveButton(page).click();
  await dialog(page).getByRole('button', { name: 'Save and Generate' }).click();
  await expect(page.getByText('Branding and content settings saved successfully!')).toBeVisible();

  await page.getByRole('link', { name: 'Email', exact: true }).click();
  for (const name of ['Heading text', 'Subheading text', 'Footer content (HTML)']) {
    await field(page, name).fill(vectors.slice(0, 300));
  }
  await field(page, 'Footer text colour').fill(vectors.slice(0, 200));
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('<script>top.marker=1');
  await expect(preview(page).locator('script, img, svg, iframe, [href^="javascript:"]')).toHaveCount(0);
  await page.getByRole('button', { name: /^Save Email Settings/ }).click();
  await expect(page.getByText('Email settings saved successfully!')).toBeVisible();
  await page.reload();
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('<script>top.marker=1');
  expect(await page.evaluate(() => (window as { marker?: number }).marker)).toBeUndefined();
  expect(dialogs).toEqual([]);
});

test('failures are shown in the documented words [BRD-12, BRD-15, BRD-20, BRD-24, BRD-25, EML-10, EML-12]', async ({
  page,
  context,
}) => {
  // Two restarts of the server.
  test.setTimeout(180_000);
  const id = await addUnbranded('Fell Runners');
  await open(page, id);
  await page.getByLabel('Logo file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(page.getByText('The logo must be an image.')).toBeVisible();
  const requests = apiRequests(page);
  await saveButton(page).click();
  // The end of an earlier run may be reported beside it.
  await expect(page.locator('[data-toast=bad]')).toContainText('Please select a branch to save and generate.');
  await expect(page.getByRole('combobox', { name: 'Branch' })).toBeFocused();
  expect(requests.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);

  await chooseBranch(page, 'main');
  await field(page, 'Terms link').fill('ftp://files.example');
  await saveButton(page).click();
  await dialog(page).getByRole('button', { name: 'Save and Generate' }).click();
  await expect(page.getByText('Failed to save branding settings. Please try again.')).toBeVisible();
  await expect(field(page, 'Terms link')).toHaveValue('ftp://files.example');
  await field(page, 'Terms link').fill('');

  // A browser that denies clipboard access, and an image that the server rejects.
  await context.clearPermissions();
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await page.getByLabel('Logo file').setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg });
  await page.getByRole('button', { name: /^Save Email Settings/ }).click();
  await expect(page.getByText('Failed to save email settings. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy Header HTML' }).click();
  await expect(page.getByText('Failed to copy Header HTML.')).toBeVisible();

  // The server stops between loading the page and its data.
  for (const [call, said] of [
    [/\/api\/.*\/homeportal2\/branding/, 'Could not load existing branding settings.'],
    [/\/api\/repos\/branches/, 'Failed to load initial page data.'],
  ] as const) {
    await page.route(
      call,
      async (route) => {
        await server.end('SIGKILL');
        await route.continue();
      },
      { times: 1 },
    );
    await page.reload();
    await expect(toast(page, said)).toBeVisible();
    await server.start();
    // The page refetches automatically.
    await expect(page.locator('iframe[data-shown]')).toBeVisible();
  }
});

test('the page is accessible on desktop and phone', async ({ page }) => {
  const id = await addUnbranded('Moor View');
  await open(page, id);
  await expectAccessibleAtBothWidths(page);
  await chooseBranch(page, 'main');
  await saveButton(page).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(saveButton(page)).toBeFocused();
  await open(page, id, '?tab=email');
  await expectAccessibleAtBothWidths(page);
});

test('the keyboard moves through the preview and out of it, both ways', async ({ page }) => {
  const id = await addUnbranded('Quay Swim');
  await open(page, id, '?tab=email');
  await field(page, 'Footer content (HTML)').fill('<a href="https://quay.example">quay.example</a>');
  await expect(preview(page).getByRole('link', { name: 'quay.example' })).toBeVisible();
  const frame = page.locator('iframe[data-shown]');
  const inside = () => frame.evaluate((one) => document.activeElement === one);
  /** Presses the key until the focus enters and leaves the preview; returns the then focused element. */
  const through = async (key: string) => {
    for (let presses = 0; !(await inside()); presses += 1) {
      expect(presses, 'keys before the preview').toBeLessThan(60);
      await page.keyboard.press(key);
    }
    for (let presses = 0; await inside(); presses += 1) {
      expect(presses, 'keys inside the preview').toBeLessThan(10);
      await page.keyboard.press(key);
    }
    return frame.evaluate((one) => {
      const focused = document.activeElement ?? document.body;
      const place = one.compareDocumentPosition(focused);
      return { tag: focused.tagName, after: (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 };
    });
  };
  await field(page, 'Footer content (HTML)').focus();
  const next = await through('Tab');
  expect(next.tag).not.toBe('BODY');
  expect(next.after).toBe(true);
  const before = await through('Shift+Tab');
  expect(before.tag).not.toBe('BODY');
  expect(before.after).toBe(false);
});
