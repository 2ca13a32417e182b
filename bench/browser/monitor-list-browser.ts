// Opens the list of about 48,000 monitors in Chromium, each with all charts: time to its first cards, from key press to paint, and from
// filter to paint. Searches run on the real console.
// Run: node scripts/build-web.ts && node bench/browser/monitor-list-browser.ts [tenants]   (needs the Debian package postgresql)
import { chromium, type Page } from '@playwright/test';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { machineLoad, median, quantile, reportAtMost } from '../measure/figures.ts';
import { reportPaints, toPaint } from '../measure/to-paint.ts';
import { startFleetConsole } from '../measure/fleet-console.ts';
import { multiplyFleet } from '../measure/multiply-fleet.ts';

const FIRST_CARDS_MS = 1_000;
const LIMIT_MS = 100;
const FLEET = 1_000;
const OPENINGS = 5;
const LIST = 'main ul[aria-label="Monitors"]';
const WORDS = ['brimham', 'swim', 'leisure', 'north', 'active', 'trust', 'club'];
const tenants = Number(process.argv[2] ?? 10_000);

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

const { server, databaseUrl, stop } = await startFleetConsole(String(FLEET));
const browser = await chromium.launch(await findBrowser());
try {
  await multiplyFleet(databaseUrl, FLEET, tenants / FLEET, { monitors: true });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInOn(page, server.url);
  const cards = page.locator(LIST).getByRole('article');
  const openings: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening += 1) {
    const begun = performance.now();
    await page.goto(`${server.url}/monitor`);
    await cards.first().waitFor();
    // The first one fills the caches of the console and the browser.
    if (opening > 0) openings.push(performance.now() - begun);
  }
  const count = await page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^All/ }).textContent();
  console.log(`${count} monitors, ${await cards.count()} drawn, load of the machine ${machineLoad()}`);
  reportAtMost(`first cards, median of ${OPENINGS}`, median(openings), FIRST_CARDS_MS, 'ms');
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
  console.log(`on a bare page: p99 ${quantile(bare, 0.99).toFixed(0)} ms`);
  reportPaints('key to paint while searching', keys, { median: LIMIT_MS });
  reportPaints('choice of a state to paint', clicks, { median: LIMIT_MS });
} finally {
  await browser.close();
  await stop();
}
