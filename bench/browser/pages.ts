// Opens the main pages of a console with 10,000 tenants in Chromium, with a warm cache: when their content is complete, i.e. when the
// last change of the page's main part was painted.
// Run: node scripts/build-web.ts && node bench/browser/pages.ts [tenants]   (needs the Debian package postgresql)
import { chromium, type Page } from '@playwright/test';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { median, reportAtMost } from '../measure/figures.ts';
import { startFleetConsole } from '../measure/fleet-console.ts';

const ROUNDS = 5;
const LIMIT_MS = 600;
/** The content is complete after this long without a change. */
const QUIET_MS = 1_000;
const PAGES = {
  tenant: '/tenant/1',
  config: '/tenant/1/coursepro/config',
  Utopia: '/tools/utopia',
  cron: '/cron',
  monitors: '/monitor',
  dashboard: '/dashboard',
};

/** Notes the last paint after a change of the main part; clocks (`<time>`) do not count. */
const NOTE_CHANGES = () => {
  const noted = { painted: 0 };
  Object.assign(globalThis, { noted });
  const hasMain = (node: Node) =>
    node instanceof Element && (node.matches('main') || node.querySelector('main') !== null);
  const isContent = ({ target, addedNodes }: MutationRecord) => {
    const element = target instanceof Element ? target : target.parentElement;
    const isInside = element?.closest('main') !== null && element?.closest('time') === null;
    return isInside || [...addedNodes].some(hasMain);
  };
  new MutationObserver((changes) => {
    if (changes.some(isContent)) requestAnimationFrame(() => setTimeout(() => (noted.painted = performance.now())));
  }).observe(document, { childList: true, subtree: true, characterData: true });
};

async function complete(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const found = await page.waitForFunction((quietMs) => {
    const { painted } = (globalThis as unknown as { noted: { painted: number } }).noted;
    const isBusy = document.querySelector('main [aria-busy="true"]') !== null;
    return painted > 0 && !isBusy && performance.now() - painted > quietMs ? painted : null;
  }, QUIET_MS);
  return (await found.jsonValue()) ?? 0;
}

const { server, stop } = await startFleetConsole(process.argv[2] ?? '10000');
const browser = await chromium.launch(await findBrowser());
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(NOTE_CHANGES);
  const page = await context.newPage();
  await signInOn(page, server.url);
  for (const [name, path] of Object.entries(PAGES)) {
    const times: number[] = [];
    // The first time fills the caches of browser and server.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const time = await complete(page, server.url + path);
      if (round > 0) times.push(time);
    }
    console.log(`${name}: slowest of ${ROUNDS} ${Math.max(...times).toFixed(0)} ms`);
    reportAtMost(`${name}, complete after the median of`, median(times), LIMIT_MS, 'ms');
  }
} finally {
  await browser.close();
  await stop();
}
