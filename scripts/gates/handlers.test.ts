import { expect, it } from 'vitest';
import { findHandlersOfQueries, findLongHandlers, findTransactions } from './handlers.ts';

it('allows transactions in the platform, the ports, queries and tests only', () => {
  const text = 'const a = 1;\nawait ctx.db.transaction(async (db) => a);';
  expect(findTransactions({ path: 'server/src/features/config/save-config.ts', text })).toEqual([
    'server/src/features/config/save-config.ts:2 opens a transaction: use inTransaction or inUnauditedTransaction',
  ]);
  const allowed = [
    'server/src/platform/database/transaction.ts',
    'server/src/ports/tenant-databases/embedded-driver.ts',
    'server/src/features/config/drift/queries-drift.ts',
    'server/src/features/config/save-config.test.ts',
  ];
  for (const path of allowed) expect(findTransactions({ path, text })).toEqual([]);
});

it('limits handlers of calls to 10 lines', () => {
  const handler = (lines: number) =>
    `export const r = [\n  handle(call, (ctx) => {\n${'    f();\n'.repeat(lines - 2)}  }),\n];`;
  const path = 'server/src/features/config/feature.ts';
  expect(findLongHandlers({ path, text: handler(10) })).toEqual([]);
  expect(findLongHandlers({ path, text: handler(11) })).toEqual([`${path}:2 has a handler of 11 lines, at most 10`]);
});

it('lets jobs and metrics use queries, and handlers only through a service function', () => {
  const path = 'server/src/features/config/feature.ts';
  const feature = (handler: string) =>
    `import { purge } from './queries.ts';
import { saveConfig } from './save-config.ts';
export const f = {
  routes: [handle(call, ${handler})],
  jobs: (services) => [{ name: 'purge', run: () => purge(services.db) }],
};`;
  expect(findHandlersOfQueries({ path, text: feature('saveConfig') })).toEqual([]);
  const fault = [`${path}:4 has a handler that uses purge: call a service function`];
  expect(findHandlersOfQueries({ path, text: feature('(ctx) => purge(ctx.db)') })).toEqual(fault);
  expect(findHandlersOfQueries({ path, text: feature('purge').replace('queries', 'drift/queries-drift') })).toEqual(
    fault,
  );
});
