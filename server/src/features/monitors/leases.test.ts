import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { LEASE_MS } from './probe/lease-plan.ts';
import { renewLeases, readLeases, readProber } from './probe/queries-leases.ts';
import { monitorLeases, monitorWorkers } from './tables.ts';

const t = setUpTestCtx();

it('takes no lease of another worker until it has expired by the database clock', async () => {
  const hold = (me: string, plan: { keep: number[]; take: number[] }) =>
    renewLeases(t.db, { me, plan, lastCheck: null, faultySince: null });
  expect(await hold('one', { keep: [], take: [3, 4] })).toEqual([3, 4]);
  expect(await hold('other', { keep: [3], take: [3, 4] })).toEqual([]);
  await t.db.update(monitorLeases).set({ until: new Date(0) });
  expect(await hold('other', { keep: [], take: [4] })).toEqual([4]);
  expect(await hold('one', { keep: [3, 4], take: [] })).toEqual([3]);
});

it('counts only workers seen within a lease by the database clock', async () => {
  await t.db.delete(monitorWorkers);
  for (const me of ['alive', 'dead'])
    await renewLeases(t.db, { me, plan: { keep: [], take: [] }, lastCheck: null, faultySince: null });
  const seenAgo = (ms: number) => ({ seenAt: sql`clock_timestamp() - ${ms} * interval '1 ms'` });
  await t.db.update(monitorWorkers).set(seenAgo(LEASE_MS)).where(eq(monitorWorkers.id, 'dead'));
  expect((await readLeases(t.db)).workers).toEqual(['alive']);
  expect(await readProber(t.db)).toMatchObject({ running: true });
  await t.db.update(monitorWorkers).set(seenAgo(LEASE_MS));
  expect((await readLeases(t.db)).workers).toEqual([]);
  expect(await readProber(t.db)).toMatchObject({ running: false });
});
