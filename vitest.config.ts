import { defineConfig } from 'vitest/config';

const nodeProjects = ['contract', 'server', 'sandbox', 'scripts'].map((name) => ({
  extends: true as const,
  test: { name, environment: 'node' as const, include: [`${name}/**/*.test.ts`] },
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
      { extends: true, test: { name: 'web', environment: 'happy-dom', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
});
