// Takes the pictures of docs/guide.md by walking its steps on a fresh console with the sandbox fleet. Run: npm run guide
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { startConsole } from '../e2e/support/console.ts';
import { walkGuide } from '../e2e/support/guide-steps.ts';
import { findBrowser } from './browser.ts';
import { endOnInterrupt } from './gates/gate.ts';

const FOLDER = 'docs/guide';
const QUALITY = 82;
/** Pictures taken from the top of the page; the others show the scroll position at the end of the step. */
const FROM_TOP = ['create-release', 'deploy-release'];

const showNews = (page: Page, shown: boolean): Promise<void> =>
  page
    // The frame of the toasts and of the button that closes all.
    .locator('*:has(> * > [data-sonner-toaster])')
    .evaluateAll(
      (all, display) => all.forEach((one) => ((one as HTMLElement).style.display = display)),
      shown ? '' : 'none',
    );

endOnInterrupt();
// As many as in the walk that checks the guide.
const server = await startConsole({ SANDBOX_TENANTS: '60' });
const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const tab = await page.context().newCDPSession(page);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await walkGuide(page, server.url, async (name) => {
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    if (FROM_TOP.includes(name)) await page.evaluate(() => scrollTo(0, 0));
    // Toasts of earlier steps would cover this one.
    await showNews(page, false);
    // Playwright does not support WebP.
    const { data } = await tab.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'));
    await showNews(page, true);
    console.log(`${FOLDER}/${name}.webp`);
  });
} finally {
  await browser.close();
  await server.dispose();
}
