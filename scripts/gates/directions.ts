import type { Import } from './imports.ts';
import { isTest } from './sources.ts';

/** A forbidden import direction. `instead` completes the sentence "... imports ...:". */
export interface Direction {
  readonly instead: string;
  readonly forbids: (edge: Import) => boolean;
}

const testTools = ['vitest', 'fast-check', 'happy-dom', '@playwright/test', '@axe-core/playwright'];
const sqlPackages = ['drizzle-orm', 'pg', '@electric-sql/pglite'];

const within = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(folder));
const isOwn = (path: string) =>
  within(path, 'packages/', 'contract/', 'server/', 'web/', 'sandbox/', 'e2e/', 'bench/', 'scripts/');
const isProduct = (path: string) => within(path, 'packages/', 'contract/', 'server/', 'web/', 'sandbox/');
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const featureOf = (path: string) => /^(server|web)\/src\/features\/([^/]+)\//.exec(path)?.[2];
const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1];
const isQueries = (path: string) => /^queries[\w-]*\.ts$/.test(fileName(path));
const isTables = (path: string) => /^tables[\w-]*\.ts$/.test(fileName(path));

/** The directions of docs/architecture.md. */
export const directions: readonly Direction[] = [
  {
    instead: 'a package serves any program: it imports its own files and no other part of the console',
    forbids: ({ from, to }) => packageOf(from) !== undefined && isOwn(to) && packageOf(to) !== packageOf(from),
  },
  {
    instead:
      "the contract imports zod, packages' plain rules and itself; move what needs more to the server or the browser",
    forbids: ({ from, to }) =>
      within(from, 'contract/src/') &&
      !within(to, 'contract/src/', 'packages/') &&
      to !== 'zod' &&
      !(isTest(from) && (testTools.includes(to) || to.startsWith('node:'))),
  },
  {
    instead: 'the browser knows the contract only; what both sides need belongs there',
    forbids: ({ from, to }) => within(from, 'web/src/') && isOwn(to) && !within(to, 'web/src/', 'contract/src/'),
  },
  {
    instead: 'the server knows the contract and the packages only; what both sides need belongs to the contract',
    forbids: ({ from, to }) =>
      within(from, 'server/src/') && isOwn(to) && !within(to, 'server/', 'contract/src/', 'packages/'),
  },
  {
    instead: 'the sandbox uses the public ports of the console: the contract, the packages and HTTP',
    forbids: ({ from, to }) =>
      within(from, 'sandbox/src/') && isOwn(to) && !within(to, 'sandbox/src/', 'contract/src/', 'packages/'),
  },
  {
    instead: "use the other feature's public.ts (add there what you need)",
    forbids: ({ from, to }) =>
      within(from, 'server/src/features/') &&
      within(to, 'server/src/features/') &&
      featureOf(from) !== featureOf(to) &&
      fileName(to) !== 'public.ts' &&
      !(isTest(from) && to.includes('/testing/')),
  },
  {
    instead: "use the other feature's public.tsx, link to its route, or move a primitive to web/src/ui",
    forbids: ({ from, to }) =>
      within(from, 'web/src/features/') &&
      within(to, 'web/src/features/') &&
      featureOf(from) !== featureOf(to) &&
      fileName(to) !== 'public.tsx' &&
      !(isTest(from) && to.includes('/testing/')),
  },
  {
    instead: 'the fleet is the lowest layer: it knows the platform and the contract, but no feature',
    forbids: ({ from, to }) =>
      within(from, 'server/src/fleet/') &&
      within(to, 'server/src/features/', 'server/src/app/', 'server/src/ports/') &&
      !isTest(from),
  },
  {
    instead: 'platform and ports know no feature; pass the value or a function in from server/src/app',
    forbids: ({ from, to }) =>
      within(from, 'server/src/platform/', 'server/src/ports/') &&
      within(to, 'server/src/features/', 'server/src/fleet/', 'server/src/app/') &&
      !isTest(from),
  },
  {
    instead: 'ui holds primitives: no feature, no router, no query, no calls; take the value as a property',
    forbids: ({ from, to }) =>
      within(from, 'web/src/ui/') &&
      (within(to, 'web/src/features/', 'web/src/app/', 'web/src/lib/', 'contract/src/') ||
        ['@tanstack/react-router', '@tanstack/react-query'].includes(to)) &&
      // The server's messages format numbers with the same functions.
      to !== 'contract/src/numbers.ts',
  },
  {
    instead: 'lib serves the features and knows none of them',
    forbids: ({ from, to }) => within(from, 'web/src/lib/') && within(to, 'web/src/features/'),
  },
  {
    instead: 'only queries*.ts and tables.ts speak SQL; give the query a name there and call it',
    forbids: ({ from, to, typeOnly }) =>
      within(from, 'server/src/features/', 'server/src/fleet/', 'server/src/app/') &&
      sqlPackages.includes(to) &&
      !typeOnly &&
      !isQueries(from) &&
      !isTables(from) &&
      !isTest(from),
  },
  {
    instead: 'tables are used only by queries*.ts; call a query, or re-export the table from public.ts for a reference',
    forbids: ({ from, to, typeOnly }) =>
      within(from, 'server/src/features/') &&
      isTables(to) &&
      !typeOnly &&
      !isQueries(from) &&
      !isTables(from) &&
      fileName(from) !== 'public.ts' &&
      !isTest(from),
  },
  {
    instead: 'what only tests use stays in tests',
    forbids: ({ from, to }) =>
      (isTest(to) || testTools.includes(to)) && !isTest(from) && isProduct(from) && !from.endsWith('.config.ts'),
  },
];
