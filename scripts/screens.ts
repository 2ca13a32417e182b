// Takes a picture of every screen in its states, on desktop and phone, and once as a viewer, for comparison side by side, in a few minutes.
// Lists warnings in the browser console at the end. Run: npm run screens [name ...]
import { mkdirSync } from 'node:fs';
import { chromium, type BrowserContext, type Page, type Request, type ViewportSize } from '@playwright/test';
import { startConsole } from '../e2e/support/console.ts';
import { signIn, signInCookie } from '../e2e/support/operator.ts';
import { addPersonWithPassword, PASSWORD } from '../e2e/support/people.ts';
import { findJourneyBrowser } from './browser.ts';
import { endOnInterrupt } from './gates/gate.ts';
import { findScreens, type Screen, type ScreenState } from './screens/screen-list.ts';

const FOLDER = '.cache/screens';
const SHAPED: ReadonlySet<ScreenState> = new Set(['loading', 'error', 'empty']);
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
/** Pictures are only viewed, never compared, so a short wait for late frames is enough. */
const MOMENT_MS = 300;
const MAX_LOOKS = 150;
/** Number of concurrent pages. */
const AT_ONCE = 2;
/** Maximum height of a picture, in pixels. */
const MAX_LENGTH = 2700;

endOnInterrupt();
mkdirSync(FOLDER, { recursive: true });
const server = await startConsole({ SANDBOX_TENANTS: '60', SANDBOX_REPORTS: 'on', SANDBOX_HISTORY: 'on' });
const browser = await chromium.launch(await findJourneyBrowser());
const began = Date.now();
let pictures = 0;
const failures: string[] = [];
const warnings = new Set<string>();
try {
  const admin = await signIn(server.url);
  const screens = await findScreens(admin);
  await addPersonWithPassword(server.url, admin, { name: 'vera.viewer', role: 'viewer' });
  const wanted = process.argv.slice(2);
  const chosen = screens.filter((screen) => wanted.length === 0 || wanted.includes(screen.name));
  const open = async (cookie?: string) => {
    const context = await browser.newContext({ locale: 'en-AU', timezoneId: 'UTC', reducedMotion: 'reduce' });
    const [name = '', value = ''] = cookie?.split('=', 2) ?? [];
    if (cookie !== undefined) await context.addCookies([{ name, value, url: server.url }]);
    return context;
  };
  const anonymous = await open();
  const asAdmin = await open(await signInCookie(server.url));
  const asViewer = await open(await signInCookie(server.url, { user: 'vera.viewer', password: PASSWORD }));
  const contextOf = ({ signedOut }: Screen, state: ScreenState) =>
    signedOut ? anonymous : state === 'viewer' ? asViewer : asAdmin;
  const waiting = chosen.flatMap((screen) => screen.states.map((state) => ({ screen, state })));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await tryPictures(contextOf(next.screen, next.state), next.screen, next.state);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  await browser.close();
  await server.dispose();
}
for (const line of [...failures, ...warnings]) console.error(line);
console.log(`${pictures} pictures in ${Math.round((Date.now() - began) / 1000)} s.`);
process.exitCode = failures.length + warnings.size === 0 ? 0 : 1;

/** Takes the pictures of a screen; failures are reported at the end and do not affect other screens. */
async function tryPictures(context: BrowserContext, screen: Screen, state: ScreenState): Promise<void> {
  const page = await context.newPage();
  try {
    await takePictures(page, screen, state);
  } catch (error) {
    failures.push(`${screen.name} ${state}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    // Held requests would keep the page waiting.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
}

/** Opens the screen in a state and takes a picture at each size. */
async function takePictures(page: Page, screen: Screen, state: ScreenState): Promise<void> {
  await page.setViewportSize(SIZES[0]);
  noteWarnings(page, screen, state);
  const settled = followRequests(page, screen, state);
  const shaped = await shape(page, screen, state);
  // Public pages do not sign in; they show the console's frame only when navigated to from inside.
  if (screen.fromInside) {
    await page.goto(`${server.url}/tools`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  }
  // The preview of another site may never finish loading.
  await page.goto(server.url + screen.path, { waitUntil: 'domcontentloaded' });
  for (const size of state === 'viewer' ? SIZES.slice(0, 1) : SIZES) {
    const path = `${FOLDER}/${screen.name}-${state}-${size.width}.png`;
    await page.setViewportSize(size);
    await settled();
    await takePicture(page, path, size, state);
    pictures += 1;
    console.log(path);
  }
  if (SHAPED.has(state) && shaped.size === 0) throw new Error(`none of its calls matches ${screen.reads?.source}`);
}

/** Collects console warnings, except failed loads, which the page itself shows. */
function noteWarnings(page: Page, { name }: Screen, state: ScreenState): void {
  const note = (text: string) => warnings.add(`${name} ${state} warns: ${text}`);
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    const isOutcome = message.text().startsWith('Failed to load resource') || (name === 'utopia' && state === 'error');
    if (['error', 'warning'].includes(message.type()) && !isOutcome) note(message.text());
  });
}

async function takePicture(page: Page, path: string, size: ViewportSize, state: ScreenState): Promise<void> {
  if (state === 'full' || state === 'viewer') {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height: Math.max(size.height, Math.min(height, MAX_LENGTH)) });
    await page.waitForTimeout(MOMENT_MS);
  }
  await page.screenshot({ path });
}

/** Holds, fails or empties the calls of the screen. Returns their URLs, to which each intercepted call is added. */
async function shape(page: Page, { reads }: Screen, state: ScreenState): Promise<ReadonlySet<string>> {
  const shaped = new Set<string>();
  if (!SHAPED.has(state) || reads === undefined) return shaped;
  await page.route(
    ({ pathname }) => reads.test(pathname),
    async (route) => {
      shaped.add(route.request().url());
      if (state === 'loading') return;
      if (state === 'error')
        return route.fulfill({
          status: 500,
          headers: { 'x-request-id': '7f3a91c2-5b1e-4c1d-9a55-0c7be1f0a2d4' },
          json: { error: 'The database did not respond.', code: 'internal' },
        });
      const answer = await route.fetch();
      return route.fulfill({ response: answer, json: withoutRows(await answer.json()) });
    },
  );
  return shaped;
}

/** Removes the rows from a response. */
function withoutRows(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) ? [] : (value as unknown)]),
  );
}

/** Tracks requests of the page; returns a function that waits until all but held ones are complete. */
function followRequests(page: Page, { reads }: Screen, state: ScreenState): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const held = state === 'loading' && reads?.test(pathname);
    // The live stream never ends.
    if (!held && !pathname.startsWith('/api/events')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await page.locator('main, form').first().waitFor();
    // A response may trigger further requests.
    for (let calm = 0, looks = 0; calm < 4 && looks < MAX_LOOKS; looks += 1) {
      await page.waitForTimeout(MOMENT_MS / 3);
      calm = open.size === 0 ? calm + 1 : 0;
    }
    await page.evaluate(() => document.fonts.ready);
  };
}
