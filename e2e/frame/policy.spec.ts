import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findScreens, type Screen } from '../../scripts/screens/screen-list.ts';
import { hostConsole, signInBrowser } from '../support/signed-in.ts';

/** Markup and scripts, in every field that takes any text. */
const HOSTILE = `"'></style><img src=x onerror=alert(1)><script>alert(2)</script>`;

/** The colour of skeletons (web/src/ui/theme/tokens.ts) as browsers compute it. */
const SKELETON = 'rgb(31, 34, 41)';

const { server, operator } = hostConsole();
let screens: readonly Screen[];
test.beforeAll(async () => {
  const hostile = await plantHostileTexts();
  screens = [
    ...(await findScreens(operator)),
    { name: 'hostile', path: `/tenant/${hostile}`, states: ['full'] },
    { name: 'hostile-changes', path: `/tenant/${hostile}?tab=changes`, states: ['full'] },
  ];
});

/** Puts them into names and a setting; returns the id of a tenant with such a name. */
async function plantHostileTexts(): Promise<number> {
  const change = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const answer = await operator.call(method, path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const { id } = (await change('PUT', '/api/tenant/', { tenant: HOSTILE, region: 1, account: 1 })) as { id: number };
  await change('POST', '/api/people', { name: HOSTILE, role: 'viewer' });
  await change('PATCH', `/api/tenant/${id}`, { relations: [{ tenant_right: 1, type: 1 }] });
  const added = [{ key: 'HOSTILE', value: HOSTILE, type: 2 }];
  await change('POST', '/api/tenant/1/coursepro', { added, changed: [], removed: [] });
  return id;
}

/** Collects policy violations reported by the browser from now on. */
async function violationsOf(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeFunction('tellViolation', (text: string) => void seen.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (text: string) => void };
      tellViolation(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`);
    });
  });
  // Violations in a worker are only reported to the console.
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) seen.push(message.text());
  });
  return seen;
}

function refuseDialogs(context: BrowserContext): void {
  context.on('dialog', (dialog) => {
    throw new Error(`${dialog.page()?.url()} opened a dialog: ${dialog.message()}`);
  });
}

/** Opens a screen and waits until it has finished loading. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await expectLoaded(page);
}

/** Waits until the screen has finished loading. No hostile text may have become an element. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('main, [role="main"], form').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('[onerror], img[src="x"], body script:not([src])')).toHaveCount(0);
}

/** Tables of comparisons and prices are as wide as their selection. */
const WIDE = /^\/(?:compare|tools\/utopia)/;

/** Buttons of a table that its cell cuts off, and tables that scroll sideways. Those for screen readers are a pixel wide. */
function cutOff(): string[] {
  const cells = [...document.querySelectorAll('td')].filter(
    (cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.querySelector('button') !== null,
  );
  const tables = [...document.querySelectorAll('table')].filter(({ parentElement: box }) => {
    return box !== null && box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1;
  });
  return [
    ...cells.map(({ textContent }) => `cell ${textContent}`),
    ...tables.map(({ ariaLabel }) => `table ${ariaLabel}`),
  ];
}

/**
 * Makes a context's pages wait with the reads that match. In the page: a route would turn off the browser's cache.
 * Returns functions that hold the reads of the next page, and let them go.
 */
async function holdReads(context: BrowserContext): Promise<{ hold(reads: RegExp): void; letGo(): void }> {
  let held: RegExp | undefined;
  let gate = Promise.withResolvers<void>();
  await context.exposeFunction('mayRead', (path: string) => (held?.test(path) === true ? gate.promise : undefined));
  await context.addInitScript(() => {
    const { fetch: read } = globalThis;
    const { mayRead } = globalThis as unknown as { mayRead: (path: string) => Promise<void> };
    globalThis.fetch = async (request, options) => {
      await mayRead(new URL(request instanceof Request ? request.url : request, location.href).pathname);
      return read(request, options);
    };
  });
  return {
    hold(reads) {
      held = reads;
      gate = Promise.withResolvers();
    },
    letGo() {
      held = undefined;
      gate.resolve();
    },
  };
}

/** The number of skeletons on the screen. */
const countSkeletons = (page: Page): Promise<number> =>
  page
    .locator('main span')
    .filter({ visible: true })
    .evaluateAll(
      (spans, grey) => spans.filter((span) => getComputedStyle(span).backgroundColor === grey).length,
      SKELETON,
    );

interface Walk {
  /** Policy violations. */
  readonly seen: readonly string[];
  /** Screens that show no skeletons while their data is loading. */
  readonly bare: readonly string[];
  readonly cut: readonly string[];
  readonly tables: number;
}

/** Opens every screen, those for a sign-in one after the other on one page. */
async function walk(browser: Browser): Promise<Walk> {
  const context = await browser.newContext();
  const seen = await violationsOf(context);
  refuseDialogs(context);
  // Each on its own page: one that requires a sign-in redirects to the form, which would affect the next screen.
  for (const { path } of screens.filter(({ signedOut }) => signedOut)) {
    const page = await context.newPage();
    await open(page, path);
    await page.close();
  }
  await signInBrowser(context);
  const page = await context.newPage();
  const reading = await holdReads(context);
  const [bare, cut]: [string[], string[]] = [[], []];
  let tables = 0;
  for (const { name, path, reads } of screens.filter(({ signedOut }) => !signedOut)) {
    // The seed form is shown immediately: only the choices of its field are loaded.
    if (reads !== undefined && name !== 'seed-tenant') {
      reading.hold(reads);
      await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
      await expect
        .poll(() => countSkeletons(page), { message: path, intervals: [100] })
        .toBeGreaterThan(0)
        .catch(() => bare.push(path));
      reading.letGo();
      await expect.poll(() => countSkeletons(page), { message: path, intervals: [100] }).toBe(0);
      await expectLoaded(page);
    } else await open(page, path);
    if (WIDE.test(path)) continue;
    await expect(page.locator('h1').first()).toBeVisible();
    tables += await page.locator('table').count();
    cut.push(...(await page.evaluate(cutOff)).map((what) => `${path}: ${what}`));
  }
  await context.close();
  return { seen, bare, cut, tables };
}

let walked: Promise<Walk> | undefined;
/** Three tests read the same walk. */
const walkOnce = (browser: Browser): Promise<Walk> => (walked ??= walk(browser));

test('at 1440 pixels no table cuts off a button or a column', async ({ browser }) => {
  test.slow();
  const { tables, cut } = await walkOnce(browser);
  expect(tables).toBeGreaterThan(20);
  expect(cut).toEqual([]);
});

test('no screen violates its own policy or runs hostile texts, and injected scripts do not run', async ({
  browser,
  page,
  context,
}) => {
  test.slow();
  expect(screens.length).toBeGreaterThan(40);
  expect((await walkOnce(browser)).seen).toEqual([]);

  const seen = await violationsOf(context);
  refuseDialogs(context);
  await signInBrowser(context);
  await open(page, '/tenant');
  const refused = await page.evaluate(() => {
    const failures: string[] = [];
    for (const attempt of [
      () => (document.body.innerHTML = '<b>x</b>'),
      () => (document.body.outerHTML = '<body></body>'),
      () => void new Worker('/api/docs'),
      () => (document.createElement('script').text = 'x'),
    ]) {
      try {
        attempt();
      } catch (error) {
        failures.push((error as Error).name);
      }
    }
    return failures;
  });
  expect(refused).toHaveLength(4);
  await expect.poll(() => seen.length).toBeGreaterThan(3);
});

test('every screen shows skeletons in place of data that is still loading', async ({ browser }) => {
  test.slow();
  expect((await walkOnce(browser)).bare).toEqual([]);
});

test('the e-mail preview and the importer worker comply with the policy', async ({ page, context }) => {
  const seen = await violationsOf(context);
  refuseDialogs(context);
  await signInBrowser(context);
  await open(page, '/tenant/1/homeportal2/branding?tab=email');
  const frame = page.frameLocator('iframe[title="Preview of the e-mail"][data-shown]');
  await expect(frame.getByText('Hello Sam')).toBeVisible();
  await open(page, '/tools/importer');
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'members.csv',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('First name,Last name\nAda,Lovelace\n'),
  });
  await expect(page.getByRole('cell', { name: 'Lovelace' })).toBeVisible();
  expect(seen).toEqual([]);
});
