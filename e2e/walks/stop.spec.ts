import { expect, test } from '@playwright/test';
import { startFilledConsole } from '../support/console.ts';
import { signInOn } from '../support/screens.ts';

test('SIGTERM ends the console cleanly while a browser follows it, and the browser reconnects when it is back', async ({
  page,
}) => {
  const server = await startFilledConsole();
  await signInOn(page, server.url);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // Exit code 1 would mean that something was still running after 20 seconds.
  expect(await server.end('SIGTERM')).toBe(0);
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await server.start();
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
  await server.dispose();
});
