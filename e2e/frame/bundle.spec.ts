import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { startHostedConsole, type HostedConsole } from '../support/console.ts';
import { signInOn } from '../support/screens.ts';

const LIMIT = 200_000;

let server: HostedConsole;
test.beforeAll(async () => void (server = await startHostedConsole()));
test.afterAll(() => server.dispose());

test('from sign-in to the tenant list at most 200 KB of JavaScript, and no request leaves the origin', async ({
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
  // Fetched again, because the browser discards the bodies of a page it has left.
  const bodies = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).body()));
  const total = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(foreign).toEqual([]);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(LIMIT);
  expect([...scripts].filter((url) => /code-editor|chart/.test(url))).toEqual([]);
});
