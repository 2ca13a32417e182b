import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { signInOn } from './screens.ts';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Signs in once with the form; the cookies sign in every further page without it. */
export async function signInOnce(browser: Browser, url: string): Promise<Cookies> {
  const page = await browser.newPage();
  await signInOn(page, url);
  const cookies = await page.context().cookies();
  await page.close();
  return cookies;
}

/** Every API request of the page from now on, as `GET /api/tenant`. */
export function apiRequests(page: Page): { name: string; request: Request }[] {
  const seen: { name: string; request: Request }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.push({ name: `${request.method()} ${pathname}`, request });
  });
  return seen;
}
