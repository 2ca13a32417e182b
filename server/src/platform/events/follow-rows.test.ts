import { TOPIC } from '@mission-control/contract/topics';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { inUnauditedTransaction } from '../database/transaction.ts';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { followRows } from './follow-rows.ts';
import { topicVersions } from './tables.ts';

const t = setUpTestCtx();
afterEach(() => vi.restoreAllMocks());

const change = (): Promise<void> =>
  inUnauditedTransaction(t, async ({ db, changed }) => {
    await db.execute(sql`select 1`);
    changed(TOPIC.tenants);
  });

/** A state that records how often it was updated, and to which version. */
function countingState() {
  const follow = followRows<{ runs: number; version: number }>({
    topics: [TOPIC.tenants],
    start: () => ({ runs: 0, version: -1 }),
    async catchUp(_db, state, [found]) {
      await Promise.resolve();
      Object.assign(state, { runs: state.runs + 1, version: found?.version });
    },
  });
  return (version?: number) => follow(t.db, version === undefined ? undefined : { [TOPIC.tenants]: version });
}

it('does not reread for a request that another one has overtaken', async () => {
  await change();
  await change();
  const read = countingState();
  const { version } = await read();
  await read(version - 1);
  expect(await read(version)).toEqual({ runs: 1, version });
  await change();
  expect(await read(version + 1)).toEqual({ runs: 2, version: version + 1 });
});

it('follows a restored database, whose versions are lower', async () => {
  await change();
  const read = countingState();
  const { version } = await read();
  await t.db
    .update(topicVersions)
    .set({ version: version - 1 })
    .where(eq(topicVersions.topic, TOPIC.tenants));
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 1_000);
  expect(await read()).toEqual({ runs: 2, version: version - 1 });
});
