import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { findTemplate } from './template-folder.ts';

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
