import { expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { parseAuditCommand } from './audit-command.ts';
import { UsageError, type OpenConsole } from './command.ts';

const t = setUpTestCtx();

it('verifies the audit, and fails with an exit code of its own when an event was altered', async () => {
  await inTransaction(t, async ({ record }) => record({ action: 'test.changed', subject: 'one', topics: [] }));
  const verify = () =>
    parseAuditCommand(['verify'])((work) => work({ ctx: t, print: () => {} } as unknown as OpenConsole));
  expect(await verify()).toEqual({ text: 'The audit log is intact: 1 event, 0 checkpoints.', code: 0 });
  await t.db.update(auditEvents).set({ subject: 'forged' });
  await expect(verify()).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('1') as string });
  expect(() => parseAuditCommand(['verify', 'all'])).toThrow(UsageError);
});
