import { defineConfig } from '@playwright/test';
import { findJourneyBrowser } from './scripts/browser.ts';

/** The longest ones: a day, the whole guide, the ten jobs by keyboard, several processes on PostgreSQL, ends of processes. `npm run walks` runs them. */
const WALKS = /\/walks\/[a-z-]+\.spec\.ts$/;

/** Browser journeys; each file starts a server of its own with e2e/support/console.ts. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: WALKS },
    { name: 'walks', testMatch: WALKS },
  ],
  globalSetup: './e2e/support/template.ts',
  outputDir: '.cache/playwright',
  // Browser, console and test mostly wait for each other: fewer leave much of a small machine idle.
  workers: 3,
  // A busy machine can make a journey late; one that fails twice, each time on a console of its own, fails.
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
    // What was done, asked and printed; pictures of every step cost a third of the processor time (`--trace on` has them).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
});
