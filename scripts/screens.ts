// Makes a picture of every screen in its states, on a desk and on a phone, to look at side by side, in a few minutes.
// Run: npm run screens [name ...]
import { mkdirSync } from 'node:fs';
import { chromium, type BrowserContext, type Page, type Request, type ViewportSize } from '@playwright/test';
import { startConsole } from '../e2e/console.ts';
import { signIn, signInCookie } from '../e2e/operator.ts';
import { findJourneyBrowser } from './browser.ts';
import { endOnInterrupt } from './gates/gate.ts';
import { findScreens, type Screen, type ScreenState } from './screen-list.ts';

const FOLDER = '.cache/screens';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
/** The pictures are for eyes only, nothing is compared with them, so that a moment for late frames is enough. */
const MOMENT_MS = 300;
const MOST_LOOKS = 150;
/** So many pages are open beside each other. */
const AT_ONCE = 2;
/** Of a long page so much is seen, in pixels. */
const LONGEST = 2700;

endOnInterrupt();
mkdirSync(FOLDER, { recursive: true });
const server = await startConsole({ SANDBOX_TENANTS: '60', SANDBOX_REPORTS: 'on', SANDBOX_HISTORY: 'on' });
const browser = await chromium.launch(await findJourneyBrowser());
const began = Date.now();
let pictures = 0;
const failures: string[] = [];
try {
  const [name = '', value = ''] = (await signInCookie(server.url)).split('=', 2);
  const screens = await findScreens(await signIn(server.url));
  const wanted = process.argv.slice(2);
  const chosen = screens.filter((screen) => wanted.length === 0 || wanted.includes(screen.name));
  const open = () => browser.newContext({ locale: 'en-AU', timezoneId: 'UTC', reducedMotion: 'reduce' });
  const [anonymous, signedIn] = [await open(), await open()];
  await signedIn.addCookies([{ name, value, url: server.url }]);
  const waiting = chosen.flatMap((screen) => screen.states.map((state) => ({ screen, state })));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await tryPictures(next.screen.signedOut ? anonymous : signedIn, next.screen, next.state);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  await browser.close();
  await server.dispose();
}
for (const failure of failures) console.error(failure);
console.log(`${pictures} pictures in ${Math.round((Date.now() - began) / 1000)} s.`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A screen that cannot be shown is told at the end; the others have their pictures all the same. */
async function tryPictures(context: BrowserContext, screen: Screen, state: ScreenState): Promise<void> {
  const page = await context.newPage();
  try {
    await takePictures(page, screen, state);
  } catch (error) {
    failures.push(`${screen.name} ${state}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    // What is held would keep the page waiting.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
}

/** Opens the screen in the state and takes a picture of each size. */
async function takePictures(page: Page, screen: Screen, state: ScreenState): Promise<void> {
  await page.setViewportSize(SIZES[0]);
  const settled = followRequests(page, screen, state);
  await shape(page, screen, state);
  // A page that needs no sign-in asks for none: it shows the console's own frame to who comes from inside.
  if (screen.fromInside) {
    await page.goto(`${server.url}/tools`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  }
  // The preview of another site may load for ever.
  await page.goto(server.url + screen.path, { waitUntil: 'domcontentloaded' });
  for (const size of SIZES) {
    const path = `${FOLDER}/${screen.name}-${state}-${size.width}.png`;
    await page.setViewportSize(size);
    await settled();
    await takePicture(page, path, size, state);
    pictures += 1;
    console.log(path);
  }
}

async function takePicture(page: Page, path: string, size: ViewportSize, state: ScreenState): Promise<void> {
  if (state === 'full') {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height: Math.max(size.height, Math.min(height, LONGEST)) });
    await page.waitForTimeout(MOMENT_MS);
  }
  await page.screenshot({ path });
}

/** Holds, fails or empties what the screen reads. */
async function shape(page: Page, { reads }: Screen, state: ScreenState): Promise<void> {
  if (state === 'full' || reads === undefined) return;
  await page.route(
    ({ pathname }) => reads.test(pathname),
    async (route) => {
      if (state === 'loading') return;
      if (state === 'error')
        return route.fulfill({
          status: 500,
          headers: { 'x-request-id': '7f3a91c2-5b1e-4c1d-9a55-0c7be1f0a2d4' },
          json: { error: 'The database did not answer.', code: 'internal' },
        });
      const answer = await route.fetch();
      return route.fulfill({ response: answer, json: withoutRows(await answer.json()) });
    },
  );
}

/** The answer without its rows. */
function withoutRows(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) ? [] : (value as unknown)]),
  );
}

/** Follows what the page asks for, and answers a function that waits until all of it has come, what is held aside. */
function followRequests(page: Page, { reads }: Screen, state: ScreenState): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const held = state === 'loading' && reads?.test(pathname);
    // Live news never end.
    if (!held && !pathname.startsWith('/api/events')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await page.locator('main, form').first().waitFor();
    // One answer may lead to the next question.
    for (let calm = 0, looks = 0; calm < 4 && looks < MOST_LOOKS; looks += 1) {
      await page.waitForTimeout(MOMENT_MS / 3);
      calm = open.size === 0 ? calm + 1 : 0;
    }
    await page.evaluate(() => document.fonts.ready);
  };
}
