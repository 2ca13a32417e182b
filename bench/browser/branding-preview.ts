// Types into a tenant's branding in Chromium: time from key press to the updated preview on screen.
// Run: node scripts/build-web.ts && node bench/browser/branding-preview.ts
import { chromium, type Page } from '@playwright/test';
import { startConsole } from '../../e2e/support/console.ts';
import { signInOn } from '../../e2e/support/screens.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { machineLoad } from '../measure/figures.ts';
import { reportPaints, toPaint } from '../measure/to-paint.ts';

const LIMIT_MS = 100;
const WORD = 'Findyourclubandbookacoursetoday';
const PREVIEW = 'main iframe';

async function typeInto(page: Page, field: string): Promise<number[]> {
  await page.getByLabel(field, { exact: true }).fill('');
  // Warm up: lets the browser compile the code that typing runs.
  await page.keyboard.type('warm', { delay: 150 });
  const times: number[] = [];
  for (const key of WORD) times.push(await toPaint(page, PREVIEW, 'keydown', () => page.keyboard.press(key)));
  return times;
}

const server = await startConsole({ SANDBOX: 'on', SANDBOX_TENANTS: '60' });
const browser = await chromium.launch(await findBrowser());
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInOn(page, server.url);
  await page.goto(`${server.url}/tenant/1/homeportal2/branding`);
  await page.locator(PREVIEW).first().waitFor();
  console.log(`load of the machine ${machineLoad()}`);
  reportPaints('online joining page', await typeInto(page, 'Find a center title'), { p99: LIMIT_MS }, 0.9);
  await page.goto(`${server.url}/tenant/1/homeportal2/branding?tab=email`);
  await page.locator(PREVIEW).first().waitFor();
  reportPaints('e-mail', await typeInto(page, 'Heading text'), { p99: LIMIT_MS }, 0.9);
} finally {
  await browser.close();
  await server.dispose();
}
