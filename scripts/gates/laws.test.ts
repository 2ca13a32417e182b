import { expect, it } from 'vitest';
import { findLongHandlers, findTransactions } from './laws.ts';

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
  const path = 'server/src/features/config/routes.ts';
  expect(findLongHandlers({ path, text: handler(10) })).toEqual([]);
  expect(findLongHandlers({ path, text: handler(11) })).toEqual([`${path}:2 has a handler of 11 lines, at most 10`]);
});
