import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { listFiles } from './scripts/list-files.ts';

/** These tests mock modules or run the whole app, which keeps polling, so they run in isolated processes. */
const alone = ['server', 'web']
  .flatMap((folder) => listFiles(folder, ['node_modules', 'dist']))
  .filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      (file.startsWith('web/src/app/') || /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))),
  );

const exclude = [...configDefaults.exclude, ...alone];
/**
 * Most allocations of a page test are short-lived; a larger young generation shortens garbage collection. Not for server tests:
 * the flag would override the limits of the server's threads.
 */
const inBrowser = {
  environment: 'happy-dom' as const,
  setupFiles: ['web/src/lib/testing/set-up.ts'],
  execArgv: ['--max-semi-space-size=64'],
};

/** The files of a project share processes: importing the modules again for each would take twice as long as the tests. */
const nodeProjects = ['contract', 'packages', 'server', 'sandbox', 'scripts'].map((name) => ({
  extends: true as const,
  test: { name, environment: 'node' as const, isolate: false, include: [`${name}/**/*.test.ts`], exclude },
}));

/** Unit and API tests: `npm run test:unit`, or `npx vitest run <path>` for some of them. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for programs that they started: two workers would leave a fifth of a small machine idle.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      ...nodeProjects,
      {
        extends: true,
        test: { name: 'web', ...inBrowser, isolate: false, include: ['web/**/*.test.{ts,tsx}'], exclude },
      },
      {
        extends: true,
        test: { name: 'alone', environment: 'node', include: alone.filter((file) => file.startsWith('server/')) },
      },
      {
        extends: true,
        test: { name: 'web-alone', ...inBrowser, include: alone.filter((file) => file.startsWith('web/')) },
      },
    ],
  },
});
