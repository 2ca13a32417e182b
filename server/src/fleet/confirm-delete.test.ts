import { expect, it } from 'vitest';
import { auditEvents } from '../platform/audit/tables.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { setUpTestCtx } from '../platform/testing/set-up-test-ctx.ts';
import { brakeDeletes } from './confirm-delete.ts';
import type { Ctx } from '../platform/context.ts';

const t = setUpTestCtx();

const MINUTE_MS = 60_000;
const remove = (ctx: Ctx, action = 'tenant.deleted') =>
  inTransaction(ctx, async ({ db, record }) => {
    await brakeDeletes(ctx, db);
    record({ action, subject: 'item', topics: [] });
  });

it('lets a person delete 20 tenants and services within an hour, even with concurrent requests', async () => {
  const amelia = t.as({ id: 1, name: 'amelia.hart' });
  await remove(amelia, 'user.deleted');
  const actions = Array.from({ length: 25 }, (_, at) => (at % 2 ? 'tenant.deleted' : 'service.deleted'));
  const results = await Promise.allSettled(actions.map((action) => remove(amelia, action)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(remove(amelia)).rejects.toMatchObject({
    code: 'too_many_attempts',
    message: 'You have deleted 20 tenants and services within an hour. Nothing was deleted. Wait, or ask an admin.',
  });
  expect(await t.db.select().from(auditEvents)).toHaveLength(21);

  // Tokens of the same person count, other people and jobs do not.
  await expect(remove(t.as({ id: 1, name: 'deploy (token 3 of person amelia.hart)' }))).rejects.toThrow();
  await remove(t.as({ id: 2, name: 'tom.okafor' }));
  await remove(t);
  t.clock.advance(59 * MINUTE_MS);
  await expect(remove(amelia)).rejects.toThrow();
  t.clock.advance(2 * MINUTE_MS);
  await remove(amelia);
});
