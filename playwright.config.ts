import { defineConfig } from '@playwright/test';
import { findJourneyBrowser } from './scripts/browser.ts';

/** Browser journeys; each starts its own server with the fixture in e2e/. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/template.ts',
  outputDir: '.cache/playwright',
  workers: 1,
  // A busy machine can make a journey late; one that fails twice, each time on a console of its own, fails.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: await findJourneyBrowser(),
    actionTimeout: 10_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // What was done, asked and printed; pictures of every step cost a third of the processor time (`--trace on` has them).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
});
