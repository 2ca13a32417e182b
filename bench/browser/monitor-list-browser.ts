// Opens the list of 2,000 monitors in Chromium, each with all charts: time from key press to paint, and from filter to paint.
// Run: node scripts/build-web.ts && node bench/browser/monitor-list-browser.ts [monitors]
import { loadavg } from 'node:os';
import type { CallResponse } from '@mission-control/contract/call';
import type { listMonitors, MonitorRow } from '@mission-control/contract/monitors/calls';
import { chromium, type Page } from '@playwright/test';
import { startConsole } from '../../e2e/support/console.ts';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { toPaint } from './to-paint.ts';

const LIMIT_MS = 200;
const LIST = 'main ul[aria-label="Monitors"]';
const WORDS = ['brimham', 'swim', 'leisure', 'north', 'active', 'trust', 'club'];
const count = Number(process.argv[2] ?? 2_000);

type Answer = CallResponse<typeof listMonitors>;

const highest = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

/** A monitor based on a real one: some are down, slow or switched off, all have a month of history. */
function monitorAt(index: number, examples: readonly MonitorRow[]): MonitorRow {
  const example = examples[index % examples.length];
  if (!example) throw new Error('The console has no monitors.');
  const state = index % 25;
  return {
    ...example,
    id: index + 1,
    label: `${example.label} ${index}`,
    host: `m${index}.${example.host}`,
    active: state === 3 ? 0 : 1,
    status: state === 1 ? 0 : 1,
    warning_count: state === 2 ? 1 : 0,
    last_online: '2026-11-20T09:12:00.000Z',
    last_offline: '2026-11-04T08:00:00.000Z',
    last_error: state === 1 ? 'Connection timed out after 10 s' : null,
    uptimepc: 99.9,
    averageLatency: 120,
    uptimeData: { values: Array.from({ length: 30 }, (_, day) => ((day + index) % 9 === 0 ? 98.5 : 100)), labels: [] },
    latencyData: { values: Array.from({ length: 24 }, (_, hour) => 80 + ((hour * 13 + index) % 90)), labels: [] },
  };
}

/**
 * Replaces the console's monitors in the page's response; identical each time, so that only key presses cause paints.
 */
async function serveMany(page: Page): Promise<void> {
  let many: MonitorRow[] | undefined;
  await page.route('**/api/monitor', async (route) => {
    const response = await route.fetch();
    const { prober, monitors } = (await response.json()) as Answer;
    many ??= Array.from({ length: count }, (_, index) => monitorAt(index, monitors));
    await route.fulfill({ response, json: { prober, monitors: many } satisfies Answer });
  });
}

/** A page that does almost nothing on a key press. */
const BARE = `<main><ul aria-label="Monitors"></ul></main><input><script>
  document.querySelector('input').addEventListener('input', (event) => {
    const list = document.querySelector('ul');
    list.replaceChildren(...Array.from({ length: 24 }, () => Object.assign(document.createElement('li'), { textContent: event.target.value })));
  });
</script>`;

/** Key press to paint on the bare page: the baseline of browser and machine. */
async function measureBare(page: Page): Promise<number[]> {
  await page.setContent(BARE);
  await page.locator('input').click();
  const times: number[] = [];
  for (const key of WORDS.join('')) times.push(await toPaint(page, LIST, 'keydown', () => page.keyboard.press(key)));
  return times;
}

function report(what: string, all: number[], bare: number[]): void {
  // Only those that changed the page.
  const times = all.filter((time) => time > 0);
  if (times.length < all.length / 4) throw new Error(`Only ${times.length} of ${all.length} changed anything.`);
  const ok = highest(times) < LIMIT_MS;
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  console.log(
    `${what}: median ${median.toFixed(0)} ms, p99 ${highest(times).toFixed(0)} ms of ${times.length} ` +
      `(under ${LIMIT_MS}; a bare page's p99 ${highest(bare).toFixed(0)} ms): ${ok ? 'ok' : 'TOO SLOW'}`,
  );
  if (!ok) process.exitCode = 1;
}

const server = await startConsole({ SANDBOX: 'on', SANDBOX_TENANTS: '60' });
const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInOn(page, server.url);
  await serveMany(page);
  await page.goto(`${server.url}/monitor`);
  await page.locator(LIST).getByRole('article').first().waitFor();
  const drawn = await page.locator(LIST).getByRole('article').count();
  console.log(`${count} monitors, ${drawn} drawn, load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const box = page.getByRole('searchbox', { name: 'Search monitors' });
  await box.click();
  const keys: number[] = [];
  for (const word of [...WORDS, ...WORDS, ...WORDS]) {
    for (const key of word) keys.push(await toPaint(page, LIST, 'keydown', () => page.keyboard.press(key)));
    await box.fill('');
    await page.locator(LIST).getByRole('article').first().waitFor();
  }
  const clicks: number[] = [];
  const states = page.getByRole('group', { name: 'State' });
  for (const name of [/^DOWN/, /^WARNING/, /^UP/, /^Not active/, /^All/]) {
    const choice = states.getByRole('button', { name });
    for (let turn = 0; turn < 4; turn += 1) clicks.push(await toPaint(page, LIST, 'click', () => choice.click()));
  }
  const bare = await measureBare(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  report('key to paint while searching', keys, bare);
  report('choice of a state to paint', clicks, bare);
} finally {
  await browser.close();
  await server.dispose();
}
