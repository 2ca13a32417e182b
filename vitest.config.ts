import { configDefaults, defineConfig } from 'vitest/config';

/** They put another catalogue in the place of the contract's: nobody else may see it. */
const MOCKING = 'eleventh-service*.test.{ts,tsx}';

/** The files of a project share their processes: to read the house's modules anew for each would take twice the time of the tests. */
const nodeProjects = ['contract', 'server', 'sandbox', 'scripts'].map((name) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node' as const,
    isolate: false,
    include: [`${name}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, `**/${MOCKING}`],
  },
}));

/** Unit and API tests: `npm run test:unit`, or `npx vitest run <path>` for some of them. */
export default defineConfig({
  test: {
    // Each server test file opens an embedded database of its own; more than two at once thrash a small machine.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      ...nodeProjects,
      { extends: true, test: { name: 'mocking', environment: 'node', include: [`server/**/${MOCKING}`] } },
      // What is drawn and stored belongs to one file: each has a browser window of its own.
      { extends: true, test: { name: 'web', environment: 'happy-dom', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
});
