/**
 * Time from a key press in a filter or a price of the Utopia dashboard until the page has recalculated 10,000 tenants with 24
 * columns and painted it: `node bench/utopia.ts [tenants]`.
 * Limit: a recalculation takes at most 50 ms (p99) more than a bare page on this machine in the same run, measured in the page from the
 * key press until the document has the new content; the time to paint is also shown.
 */
import { loadavg } from 'node:os';
import type { CallResponse } from '@mission-control/contract/call';
import type { listUtopia } from '@mission-control/contract/utopia/calls';
import { chromium, type Page } from '@playwright/test';
import { startConsole } from '../e2e/support/console.ts';
import { signInOn } from '../e2e/support/screens.ts';
import { findBrowser } from '../scripts/browser.ts';

const LIMIT_MS = 50;
const count = Number(process.argv[2] ?? 10_000);
const OTHERS = ['has_new', 'has_other'];

type Answer = CallResponse<typeof listUtopia>;

/** Replaces the console's tenants in the page's response with more tenants and two extra features. */
async function serveMany(page: Page): Promise<void> {
  await page.route('**/api/utopia', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as Answer;
    const many = Array.from({ length: count }, (_, index) => ({
      ...data[index % data.length],
      id: index + 1,
      tenant_name: `${data[index % data.length]?.tenant_name} ${index}`,
      centres: index % 9 === 0 ? null : index % 40,
      members: (index * 7_919) % 60_000,
      ...Object.fromEntries(OTHERS.map((key, place) => [key, (index + place) % 3 === 0 ? 'yes' : 'no'])),
    }));
    await route.fulfill({ response, json: { data: many } });
  });
}

/** Times of one key press: until the content is updated (work of the page) and until it is painted, in ms. */
async function press(page: Page, key: string): Promise<{ done: number; painted: number }> {
  await page.evaluate(() => {
    const noted = { begun: 0, done: 0, painted: 0 };
    Object.assign(globalThis, { noted });
    addEventListener('keydown', () => (noted.begun = performance.now()), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      noted.done ||= performance.now();
      requestAnimationFrame(() => setTimeout(() => (noted.painted ||= performance.now())));
      observer.disconnect();
    });
    observer.observe(document.querySelector('main') ?? document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await page.keyboard.press(key);
  await page.waitForTimeout(400);
  return page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: { begun: number; done: number; painted: number } };
    return { done: Math.max(0, noted.done - noted.begun), painted: Math.max(0, noted.painted - noted.begun) };
  });
}

const at = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

type Times = { done: number; painted: number }[];

function report(what: string, times: Times, bare: Times): void {
  const changed = times.filter(({ done }) => done > 0);
  const [done, painted] = [changed.map((time) => time.done), changed.map((time) => time.painted)];
  const least = at(
    bare.map((time) => time.done),
    0.99,
  );
  const ok = changed.length > 0 && at(done, 0.99) <= LIMIT_MS + least;
  console.log(
    `${what}: recalculated in median ${at(done, 0.5).toFixed(1)} ms, p99 ${at(done, 0.99).toFixed(1)} ms of ${changed.length} ` +
      `(at most ${LIMIT_MS} ms more than a bare page's ${least.toFixed(1)} ms): ${ok ? 'ok' : 'TOO SLOW'}; painted after median ${at(painted, 0.5).toFixed(0)} ms, ` +
      `p99 ${at(painted, 0.99).toFixed(0)} ms`,
  );
  if (!ok) process.exitCode = 1;
}

async function measure(page: Page, field: string, keys: readonly string[]) {
  const input = page.getByLabel(field, { exact: true });
  const times: { done: number; painted: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    await input.fill('');
    await page.waitForTimeout(400);
    for (const key of keys) times.push(await press(page, key));
  }
  await input.fill('');
  return times;
}

/** A page that does almost nothing on a key press. */
const BARE = `<main><p></p></main><label>Bare <input></label><script>
  document.querySelector('input').addEventListener('input', (event) => {
    document.querySelector('p').textContent = event.target.value;
  });
</script>`;

const server = await startConsole({ SANDBOX: 'on', SANDBOX_TENANTS: '60' });
const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInOn(page, server.url);
  await serveMany(page);
  await page.goto(`${server.url}/tools/utopia`);
  await page.getByRole('table', { name: 'Utopia' }).waitFor();
  const columns = await page.getByRole('columnheader').count();
  console.log(`${count} tenants x ${columns} columns, load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const names = await measure(page, 'Filter Tenant', 'leisure'.split(''));
  await page.getByLabel('Filter Members: operator').selectOption('>=');
  const members = await measure(page, 'Filter Members: value', '12345'.split(''));
  const prices = await measure(page, 'Price of SMS', '12345'.split(''));
  const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await bare.setContent(BARE);
  const least = await measure(bare, 'Bare', 'leisure'.split(''));
  report('a letter in the filter of tenants', names, least);
  report('a digit in the filter of members', members, least);
  report('a digit in a price', prices, least);
} finally {
  await browser.close();
  await server.dispose();
}
