// Opens the list of 10,000 and of 100,000 tenants in Chromium: first row compared with a plain page, key press to paint with the
// processor as it is and four times slower, filter to paint, heap.
// The marks of tenants that need attention are read from the server when the typing pauses; they come later and are not counted.
// Run: node scripts/build-web.ts && node bench/browser/tenant-list-browser.ts [tenants...]   (needs the Debian package postgresql)
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { grouped, median, reportAtMost } from '../measure/figures.ts';
import { NOTE_FIRST, reportPaints, timeToFirst, toPaint } from '../measure/to-paint.ts';
import { startFleetConsole } from '../measure/fleet-console.ts';

const ROUNDS = 9;
const SLOWDOWN = 4;
/** Limits by number of tenants. */
const LIMITS = {
  10000: { firstRow: 1.3, keyMs: 40, slowKeyMs: 40, heapMb: 40 },
  100000: { firstRow: 1.3, keyMs: 100, slowKeyMs: Infinity, heapMb: 80 },
};
type Size = keyof typeof LIMITS;
const bothAt = (ms: number): { median: number; p99: number } => ({ median: ms, p99: ms });
const LIST = 'main *:has(> table)';
const WORDS = ['brimham', 'swim', 'leisure', 'north', 'active', 'trust', 'club'];

/** Fetches the same JSON with the same token and shows ten rows. */
const PLAIN = `<!doctype html><title>plain</title><table id="rows"></table><script type="module">
  const answer = await fetch('/api/tenant', { headers: { authorization: 'Bearer ' + sessionStorage.getItem('token') } });
  const { tenants } = await answer.json();
  for (const tenant of tenants.slice(0, 10)) {
    const link = Object.assign(document.createElement('a'), { href: '/tenant/' + tenant._id, textContent: tenant.tenant_name });
    document.getElementById('rows').insertRow().insertCell().append(link);
  }
</script>`;

/**
 * Serves the plain page at /plain, and disables the cache for both pages. Playwright routes would delay every request, which would
 * penalise the console's many files more than the plain page's two.
 */
async function servePlain(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/plain' }] });
  const answer = { responseCode: 200, responseHeaders: [{ name: 'content-type', value: 'text/html' }] };
  const body = Buffer.from(PLAIN).toString('base64');
  client.on('Fetch.requestPaused', ({ requestId }) => {
    void client.send('Fetch.fulfillRequest', { requestId, body, ...answer });
  });
}

/** Types the words, and returns the time to paint of each key after the first word, which warms up the browser's compiler. */
async function typeWords(page: Page): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search tenants' });
  await box.click();
  const keys: number[] = [];
  for (const [turn, word] of ['swim', ...Array.from({ length: 5 }, () => WORDS).flat()].entries()) {
    for (const key of word) {
      const time = await toPaint(page, LIST, 'keydown', () => page.keyboard.press(key));
      if (turn > 0) keys.push(time);
    }
    await box.fill('');
    // Wait for the unfiltered list and the URL update before the next word.
    await page.waitForTimeout(500);
  }
  return keys;
}

/**
 * Replaces the page with a search box that swaps the rows of the list for a copy of five of them, without React or search: what the
 * browser alone needs to lay out and paint such a change.
 */
async function showBareRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const table = document.querySelector('main table');
    const body = table?.querySelector('tbody');
    if (!table || !body) throw new Error('The list has no rows.');
    const box = Object.assign(document.createElement('input'), { type: 'search', ariaLabel: 'Search tenants' });
    const main = document.createElement('main');
    main.append(document.createElement('div'));
    main.firstElementChild?.append(table);
    document.body.replaceChildren(box, main);
    const rows = [...body.children];
    const halves = [rows.slice(0, 5), rows.slice(5)];
    let turn = 0;
    box.addEventListener('input', () => {
      turn = 1 - turn;
      body.replaceChildren(...(halves[turn] ?? []).map((row) => row.cloneNode(true)));
    });
  });
}

async function chooseFilters(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  const clicks: number[] = [];
  for (const name of [/^STAGE/, /^PROD/, /^CoursePro/, /^Strive/, /^Gladstone/]) {
    const choice = page.getByRole('main').getByRole('button', { name }).first();
    for (let turn = 0; turn < 4; turn += 1) clicks.push(await toPaint(page, LIST, 'click', () => choice.click()));
  }
  return clicks;
}

async function heapMb(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

async function compareFirstRows(page: Page, url: string, of: string, limit: number): Promise<void> {
  const own: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await timeToFirst(page, `${url}/tenant`));
    plain.push(await timeToFirst(page, `${url}/plain`));
  }
  console.log(
    `${of}first row after ${median(own).toFixed(0)} ms, on the plain page after ${median(plain).toFixed(0)} ms`,
  );
  reportAtMost(`${of}first row, to the plain page`, median(own) / median(plain), limit, 'x');
}

async function measure(tenants: Size): Promise<void> {
  const limits = LIMITS[tenants];
  const of = `${grouped(tenants)} tenants: `;
  const { server, stop } = await startFleetConsole(String(tenants));
  const browser = await chromium.launch(await findBrowser());
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(NOTE_FIRST, 'table a[href^="/tenant/"]');
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await signInOn(page, server.url);
    await servePlain(page);
    await compareFirstRows(page, server.url, of, limits.firstRow);
    await page.goto(`${server.url}/tenant`);
    reportPaints(`${of}key to paint while filtering`, await typeWords(page), bothAt(limits.keyMs));
    if (limits.slowKeyMs < Infinity) {
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      reportPaints(
        `${of}key to paint, processor ${SLOWDOWN} x slower`,
        await typeWords(page),
        bothAt(limits.slowKeyMs),
      );
      await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    // A click updates the URL first, which costs a frame or two.
    reportPaints(`${of}choice of a filter to paint`, await chooseFilters(page), bothAt(100));
    reportAtMost(`${of}heap`, await heapMb(client), limits.heapMb, 'MB');
    if (limits.slowKeyMs < Infinity) {
      await page.goto(`${server.url}/tenant`);
      await page.locator(LIST).locator('a').first().waitFor();
      await showBareRows(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      reportPaints(
        `${of}for comparison, five rows replaced without any script of ours, ${SLOWDOWN} x slower`,
        await typeWords(page),
        {},
      );
    }
  } finally {
    await browser.close();
    await stop();
  }
}

const sizes = process.argv.slice(2).map(Number);
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  if (!(size in LIMITS)) throw new Error(`Choose from ${Object.keys(LIMITS).join(' and ')} tenants.`);
  await measure(size as Size);
}
