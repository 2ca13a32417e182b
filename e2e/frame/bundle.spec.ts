import { gzipSync } from 'node:zlib';
import { expect, test, type Page, type Request } from '@playwright/test';
import { signInOn } from '../support/screens.ts';
import { hostConsole, signInBrowser } from '../support/signed-in.ts';

const LIMIT = 200_000;

const { server } = hostConsole();

/** Compressed size of scripts. Fetched again, because the browser discards the bodies of a page it has left. */
async function sizeOf(page: Page, scripts: ReadonlySet<string>): Promise<number> {
  const bodies = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

test('from sign-in to the tenant list, at most 200 KB of JavaScript load, and no request leaves the origin', async ({
  page,
}) => {
  const scripts = new Set<string>();
  const foreign: string[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (!url.startsWith(server.url) && !url.startsWith('data:')) foreign.push(url);
    if (url.endsWith('.js')) scripts.add(url);
  });
  await signInOn(page, server.url);
  await expect(page.getByRole('row', { name: /Brimham Active/ })).toBeVisible();
  const total = await sizeOf(page, scripts);
  expect(foreign).toEqual([]);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(LIMIT);
  expect([...scripts].filter((url) => /code-editor|chart/.test(url))).toEqual([]);
});

test('the tenant list is requested once, before the app has loaded', async ({ page }) => {
  await signInOn(page, server.url);
  const row = page.getByRole('row', { name: /Brimham Active/ });
  await expect(row).toBeVisible();
  const app = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await app.promise;
    await route.continue();
  });
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/tenant?') || request.url().endsWith('/api/tenant')) lists.push(request.url());
  });
  const answer = page.waitForResponse(`${server.url}/api/tenant`);
  await page.goto(`${server.url}/tenant`, { waitUntil: 'commit' });
  await answer;
  await expect(row).toBeHidden();
  app.resolve();
  await expect(row).toBeVisible();
  expect(lists).toEqual([`${server.url}/api/tenant`]);
});

/**
 * Budget of each page: compressed JavaScript in KB, its files, and distinct calls (live events repeat some). Raise one only together with
 * a feature that needs it; lower it when a page gets lighter.
 */
const BUDGETS: Readonly<Record<string, readonly [kilobytes: number, files: number, calls: number]>> = {
  '/dashboard': [250, 31, 10],
  '/tenant/1': [305, 77, 13],
  '/tenant/1/coursepro/config': [340, 78, 12],
  '/tenant/1/coursepro': [255, 52, 13],
  '/tools/utopia': [220, 27, 5],
  '/cron': [243, 28, 5],
  '/monitor': [223, 31, 6],
  '/environment': [210, 22, 5],
  '/database': [242, 31, 6],
  '/alerts': [240, 33, 5],
  '/drift': [245, 33, 6],
  '/audit': [277, 42, 8],
};

for (const [path, [kilobytes, files, most]] of Object.entries(BUDGETS))
  test(`${path} loads at most ${kilobytes} KB of JavaScript in ${files} files, and makes at most ${most} different calls`, async ({
    page,
    context,
  }) => {
    await signInBrowser(context);
    const scripts = new Set<string>();
    const calls = new Set<string>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith('.js')) scripts.add(request.url());
      if (pathname.startsWith('/api/') && pathname !== '/api/events')
        calls.add(`${request.method()} ${pathname}${search}`);
    });
    let pending = 0;
    const isOwn = (request: Request) => !request.url().includes('/api/events');
    page.on('request', (request) => void (pending += Number(isOwn(request))));
    page.on('requestfinished', (request) => void (pending -= Number(isOwn(request))));
    page.on('requestfailed', (request) => void (pending -= Number(isOwn(request))));
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // No new requests, several times in a row: the stream of events never ends, so the network is never idle.
    let quiet = 0;
    await expect.poll(() => (quiet = pending === 0 ? quiet + 1 : 0), { intervals: [200] }).toBeGreaterThan(5);
    expect(await sizeOf(page, scripts)).toBeLessThanOrEqual(kilobytes * 1000);
    expect(scripts.size).toBeLessThanOrEqual(files);
    expect(calls.size, [...calls].join('\n')).toBeLessThanOrEqual(most);
    expect(calls.size).toBeGreaterThan(3);
  });
