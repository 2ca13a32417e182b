import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { listFiles } from './scripts/list-files.ts';

/** They put another module in the place of ours, or run the whole app, which goes on asking: nobody else may see it. */
const alone = ['server', 'web']
  .flatMap((folder) => listFiles(folder, ['node_modules', 'dist']))
  .filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      (file.startsWith('web/src/app/') || /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))),
  );

const exclude = [...configDefaults.exclude, ...alone];
/**
 * What a test of a page makes is mostly gone with it: with room for it the collector takes less of the time. Not so on the server:
 * the flag would undo the limits that its threads have.
 */
const inBrowser = {
  environment: 'happy-dom' as const,
  setupFiles: ['web/src/lib/testing/set-up.ts'],
  execArgv: ['--max-semi-space-size=64'],
};

/** The files of a project share their processes: to read the house's modules anew for each would take twice the time of the tests. */
const nodeProjects = ['contract', 'packages', 'server', 'sandbox', 'scripts'].map((name) => ({
  extends: true as const,
  test: { name, environment: 'node' as const, isolate: false, include: [`${name}/**/*.test.ts`], exclude },
}));

/** Unit and API tests: `npm run test:unit`, or `npx vitest run <path>` for some of them. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Many wait for programs that they started: two would leave a fifth of a small machine idle.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
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
