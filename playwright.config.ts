import { defineConfig } from '@playwright/test';
import { findJourneyBrowser } from './scripts/browser.ts';

/** The longest journeys (`npm run walks`): a day, the guide, ten jobs by keyboard, several processes on PostgreSQL, killed processes. */
const WALKS = /\/walks\/[a-z-]+\.spec\.ts$/;

/** Browser journeys; each file starts a console with its own data (e2e/support/console.ts). */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: WALKS },
    { name: 'walks', testMatch: WALKS },
  ],
  globalSetup: './e2e/support/template.ts',
  outputDir: '.cache/playwright',
  // Browser, console and test mostly wait for each other: fewer workers would leave a small machine mostly idle.
  workers: 3,
  // A journey may time out on a busy machine: it fails only if it fails twice, each time on a new console.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: await findJourneyBrowser(),
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Actions, requests and output; pictures of every step would cost a third of the CPU time (`--trace on` includes them).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
});
