// A real run writes 100,000 lines while a browser follows it through 50 lost connections; then searches and scrolls the output.
// Limits: no block over 100 ms, heap under 200 MB, no line lost or repeated.
// Run: node scripts/build-web.ts && node bench/run-output.ts [lines] [breaks]
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { startConsole } from '../e2e/support/console.ts';
import { signIn } from '../e2e/support/operator.ts';
import { signInOn } from '../e2e/support/screens.ts';
import { findBrowser } from '../scripts/browser.ts';
import { machineLoad, reportAtMost } from './measure/figures.ts';

const MAX_BLOCK_MS = 100;
const MAX_HEAP_MB = 200;
const lines = Number(process.argv[2] ?? 100_000);
const breaks = Number(process.argv[3] ?? 50);
const PER_WRITE = 1_000;
const PAUSE_MS = 250;

const SCRIPT = `let n = 0;
const line = (at) => 'line ' + at + ' of the output, as long as such lines are: ' + 'x'.repeat(at % 60) + '\\n';
const timer = setInterval(() => {
  let text = '';
  for (let i = 0; i < ${PER_WRITE} && n < ${lines}; i += 1) text += line(n++);
  process.stdout.write(text);
  if (n >= ${lines}) clearInterval(timer);
}, ${PAUSE_MS});`;
const lineAt = (at: number): string => `line ${at} of the output, as long as such lines are: ${'x'.repeat(at % 60)}`;

/** Blocks of the page's main thread since the last call, in ms. */
const readBlocks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { blocks: number[] }).blocks.splice(0));

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 / 1024;
}

interface TraceEvent {
  name: string;
  ph: string;
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
}

/** The longest task by CPU time, in ms, which excludes other work on the machine. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const tasks = traceEvents.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

const server = await startConsole({
  SANDBOX: 'on',
  SANDBOX_TENANTS: '60',
  SEED_COMMAND: JSON.stringify([process.execPath, '-e', SCRIPT]),
});
const browser = await chromium.launch(await findBrowser());
try {
  const operator = await signIn(server.url);
  const { tenants } = (await operator.call('GET', '/api/tenant/select')).body as { tenants: { tenant_name: string }[] };
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInOn(page, server.url);
  const seeding = operator.call('POST', '/api/release/seed', { tenant: tenants[0]?.tenant_name });
  await page.goto(`${server.url}/runs`);
  await page.getByRole('link', { name: '1', exact: true }).click();
  const output = page.getByRole('region', { name: 'Output', exact: true });
  await output.waitFor();
  await page.evaluate(() => {
    const blocks: number[] = [];
    Object.assign(globalThis, { blocks });
    new PerformanceObserver((list) => blocks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  let heapMb = 0;
  for (let count = 0; count < breaks; count += 1) {
    await page.context().setOffline(true);
    await sleep(100);
    await page.context().setOffline(false);
    await sleep(250);
    if (count % 10 === 9) heapMb = Math.max(heapMb, await heapOf(page));
  }
  await seeding;
  await page.getByText('SUCCEEDED', { exact: true }).waitFor({ timeout: 120_000 });
  await output.getByText(lineAt(lines - 1), { exact: true }).waitFor({ timeout: 60_000 });
  const following = await readBlocks(page);
  await page.getByRole('searchbox', { name: 'Search output' }).pressSequentially(`line ${lines - 7} `, { delay: 60 });
  await page.getByText('1 of 1').waitFor();
  for (let at = 0; at < 40; at += 1)
    await output.evaluate((box, part) => void (box.scrollTop = box.scrollHeight * part), at / 40);
  heapMb = Math.max(heapMb, await heapOf(page));
  const using = await readBlocks(page);
  const ownTime = longestTask(await browser.stopTracing());
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download output' }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  const got = text.split('\n').slice(0, -1);
  const wrong = got.filter((line, at) => line !== lineAt(at)).length + Math.abs(lines - got.length);
  console.log(`${lines} lines, ${breaks} breaks, load of the machine ${machineLoad()}`);
  console.log(`longest task by its own processor time: ${ownTime.toFixed(0)} ms`);
  reportAtMost('longest block while following', Math.max(0, ...following), MAX_BLOCK_MS, 'ms');
  reportAtMost('longest block while searching and scrolling', Math.max(0, ...using), MAX_BLOCK_MS, 'ms');
  reportAtMost('heap', heapMb, MAX_HEAP_MB, 'MB');
  reportAtMost('lines lost, repeated or changed', wrong, 0, 'lines');
} finally {
  await browser.close();
  await server.dispose();
}
