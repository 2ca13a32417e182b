import { test } from '@playwright/test';
import { startHostedConsole } from '../support/console.ts';
import { walkGuide } from '../support/guide-steps.ts';

test('every step of docs/guide.md leads where it says', async ({ page }) => {
  test.setTimeout(300_000);
  const server = await startHostedConsole();
  try {
    await walkGuide(page, server.url, () => Promise.resolve());
  } finally {
    await server.dispose();
  }
});
