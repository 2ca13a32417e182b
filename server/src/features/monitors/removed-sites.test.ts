import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { domains, tenants } from '../../fleet/tables.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { syncClosed, syncDomains } from './queries-fleet.ts';
import { setActive } from './queries.ts';
import { monitorOutages, monitors } from './tables.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeEach(async () => {
  id = await addTenant(t);
  await t.db.insert(domains).values({ tenantId: id, service: 'coursepro', host: `t${id}.example.com` });
  await match();
});

/** As a worker does after each change, a minute after the last. */
async function match() {
  t.clock.advance(60_000);
  const range = { after: id - 1, to: id };
  await syncDomains(t.db, t.clock.now(), range);
  await syncClosed(t.db, t.clock.now(), range);
}
const monitor = async () => {
  const [row] = await t.db.select().from(monitors).where(eq(monitors.tenantId, id));
  if (!row) throw new Error('There is no monitor.');
  return row;
};
const change = (part: Partial<typeof monitors.$inferInsert>) =>
  t.db.update(monitors).set(part).where(eq(monitors.tenantId, id));
const fail = async () => {
  const startedAt = t.clock.now();
  await change({ status: 0, lastOnline: startedAt, lastError: 'No response.', warningCount: 1, slowBits: 31 });
  await t.db
    .insert(monitorOutages)
    .values({ monitorId: (await monitor()).id, startedAt, error: 'No response.', failures: 3 });
  return startedAt;
};
const ends = async () => {
  const found = await t.db
    .select()
    .from(monitorOutages)
    .where(eq(monitorOutages.monitorId, (await monitor()).id))
    .orderBy(asc(monitorOutages.id));
  return found.map(({ endedAt }) => endedAt);
};
const switchTo = async (active: boolean) => {
  const row = await monitor();
  await inUnauditedTransaction(t, ({ db }) => setActive(db, row, active, t.clock.now()));
};
const setDeleted = (deletedAt: Date | null) => t.db.update(tenants).set({ deletedAt }).where(eq(tenants.id, id));
const remove = async () => {
  await setDeleted(t.clock.now());
  await match();
  return t.clock.now();
};
const restore = async () => {
  await setDeleted(null);
  await match();
};

it('end their outage, and one that was down is down again after its first failure', async () => {
  await fail();
  const removedAt = await remove();
  expect(await ends()).toEqual([removedAt]);
  expect(await monitor()).toMatchObject({ removedAt, lastError: null });
  await match();
  expect(await ends()).toEqual([removedAt]);
  await restore();
  const calm = { warningCount: 0, slowBits: 0, lastError: null };
  expect(await monitor()).toMatchObject({
    removedAt: null,
    ...calm,
    status: 1,
    against: 2,
    againstSince: t.clock.now(),
  });
  expect(await ends()).toEqual([removedAt]);
});

it('return without findings from before their removal', async () => {
  await change({ against: 2, againstSince: t.clock.now(), slowBits: 31 });
  await remove();
  await restore();
  expect(await monitor()).toMatchObject({ status: 1, against: 0, againstSince: null, slowBits: 0 });
});

it('end an outage that a result began while they were being removed', async () => {
  await remove();
  t.clock.advance(1_000);
  const startedAt = await fail();
  await restore();
  expect(await ends()).toEqual([startedAt]);
  expect(await monitor()).toMatchObject({ status: 1, against: 2 });
});

it('that return while they are off or closed are judged when they are checked again', async () => {
  await fail();
  await switchTo(false);
  await remove();
  await restore();
  expect(await monitor()).toMatchObject({ active: false, status: 0, against: 0 });
  await switchTo(true);
  await fail();
  await t.db.update(tenants).set({ active: false }).where(eq(tenants.id, id));
  await match();
  await remove();
  await restore();
  expect(await monitor()).toMatchObject({ closed: 'inactive', status: 0, against: 0 });
  await t.db.update(tenants).set({ active: true }).where(eq(tenants.id, id));
  await match();
  expect(await monitor()).toMatchObject({ closed: null, status: 1, against: 2 });
});

it('are not those that move to another service: they stay down', async () => {
  await fail();
  await t.db.update(domains).set({ service: 'homeportal2' }).where(eq(domains.tenantId, id));
  await match();
  expect(await monitor()).toMatchObject({ service: 'homeportal2', status: 0, lastError: 'No response.', slowBits: 31 });
  expect(await ends()).toEqual([null]);
});

it('leave the outages of other tenants alone', async () => {
  await fail();
  await setDeleted(t.clock.now());
  await syncDomains(t.db, t.clock.now(), { after: id, to: Infinity });
  await syncDomains(t.db, t.clock.now(), [id + 1]);
  expect(await ends()).toEqual([null]);
});
