import { expect, test, type BrowserContext, type Page, type Request } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from './console.ts';
import { signIn, type Operator } from './operator.ts';
import { findTemplate } from './template-folder.ts';

/** The console of all journeys in a file; its operator signs in with the first call. */
export function hostConsole(settings: Record<string, string> = {}): { server: HostedConsole; operator: Operator } {
  const server = {} as HostedConsole;
  let signedIn: Promise<Operator> | undefined;
  test.beforeAll(async () => void Object.assign(server, await startHostedConsole(settings)));
  test.afterAll(() => server.dispose());
  return {
    server,
    operator: { call: async (...request) => (await (signedIn ??= signIn(server.url))).call(...request) },
  };
}

/** Like `hostConsole`, with the browser of each journey signed in. */
export function hostSignedIn(settings: Record<string, string> = {}): ReturnType<typeof hostConsole> {
  test.beforeEach(({ context }) => signInBrowser(context));
  return hostConsole(settings);
}

/** Signs the browser in to a console of `startConsole` without the form, using the template's session. */
export const signInBrowser = (context: BrowserContext): Promise<void> => context.addCookies(findTemplate().cookies);

/** Signs the browser in without the form and opens the list of tenants. */
export async function openSignedIn(page: Page, url: string): Promise<void> {
  await signInBrowser(page.context());
  await page.goto(`${url}/tenant`);
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
}

/** Sent by forms in the background: unsaved edits and presence. */
const BACKGROUND = /^\/api\/(draft|presence)\//;

/** Records the page's API requests from now on, as `GET /api/tenant`. */
export function apiRequests(page: Page): { name: string; request: Request }[] {
  const seen: { name: string; request: Request }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !BACKGROUND.test(pathname))
      seen.push({ name: `${request.method()} ${pathname}`, request });
  });
  return seen;
}
