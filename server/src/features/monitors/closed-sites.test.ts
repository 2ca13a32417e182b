import { getTenantUptime } from '@mission-control/contract/monitors/calls';
import { shownState } from '@mission-control/contract/monitors/rules';
import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import { domains, tenants, tenantServices } from '../../fleet/tables.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { isRefetched } from '../../platform/testing/announced-by.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { TOPIC } from '@mission-control/contract/topics';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { getMonitor } from './service.ts';
import { monitorOutages, monitors } from './tables.ts';
import { createWorker, renew, type Worker } from './testing/probing.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeEach(async () => {
  id = await addTenant(t);
  await t.db.insert(domains).values({ tenantId: id, service: 'coursepro', host: `t${id}.example.com` });
  await checked();
});

const worker = () => createWorker(t, 'worker');
/** The tenants whose monitors a worker was given; by default a new one, which is given all. */
const checked = async (by: Worker = worker()): Promise<number[] | undefined> =>
  (await renew(by))?.map(({ tenantId }) => tenantId);
/** As every change of a tenant does. */
const announce = () =>
  inUnauditedTransaction(t, async ({ db, changed }) => {
    await changeTenants(db, [id], { at: t.clock.now(), name: 'test' });
    changed(TOPIC.tenants);
  });
const switchTo = (part: { maintenance: boolean }) =>
  t.db
    .update(tenantServices)
    .set(part)
    .where(and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'coursepro')));
const monitor = async () => {
  const [row] = await t.db.select().from(monitors).where(eq(monitors.tenantId, id));
  if (!row) throw new Error('There is no monitor.');
  return row;
};
const shown = async () => {
  const { monitor: row } = await getMonitor(t, (await monitor()).id, '24h');
  return shownState(row);
};

it('are not checked, and show why instead of DOWN (C-128)', async () => {
  expect(await checked()).toContain(id);
  await t.db.update(monitors).set({ lastOnline: t.clock.now() }).where(eq(monitors.tenantId, id));
  await switchTo({ maintenance: true });
  expect(await checked()).not.toContain(id);
  expect(await shown()).toMatchObject({ state: 'inactive', word: 'MAINTENANCE', colour: 'grey' });
  await t.db.update(tenants).set({ active: false }).where(eq(tenants.id, id));
  await checked();
  expect(await shown()).toMatchObject({ word: 'INACTIVE' });
  await t.db.update(tenants).set({ active: true }).where(eq(tenants.id, id));
  await switchTo({ maintenance: false });
  expect(await checked()).toContain(id);
  expect(await shown()).toMatchObject({ word: 'UP' });
});

it('end their outage, and one that was down is down again after its first failure', async () => {
  const { id: monitorId } = await monitor();
  const since = t.clock.now();
  await t.db.update(monitors).set({ status: 0, lastOnline: since }).where(eq(monitors.id, monitorId));
  await t.db.insert(monitorOutages).values({ monitorId, startedAt: since, error: 'No response.', failures: 3 });
  t.clock.advance(60_000);
  await switchTo({ maintenance: true });
  await checked();
  const [outage] = await t.db.select().from(monitorOutages).where(eq(monitorOutages.monitorId, monitorId));
  expect(outage?.endedAt).toEqual(t.clock.now());
  await switchTo({ maintenance: false });
  await checked();
  expect(await monitor()).toMatchObject({ closed: null, status: 1, against: 2 });
});

it('end an outage that a result begins while they are being closed', async () => {
  const { id: monitorId } = await monitor();
  await switchTo({ maintenance: true });
  const written = Promise.withResolvers<void>();
  const writing = t.db.transaction(async (tx) => {
    await tx.update(monitors).set({ status: 0 }).where(eq(monitors.id, monitorId));
    await tx.insert(monitorOutages).values({ monitorId, startedAt: t.clock.now(), error: 'No response.', failures: 3 });
    written.resolve();
    await lockAwaited(tx);
  });
  await written.promise;
  await Promise.all([writing, checked()]);
  const [outage] = await t.db.select().from(monitorOutages).where(eq(monitorOutages.monitorId, monitorId));
  expect(outage?.endedAt).toEqual(t.clock.now());
});

it('are found by a running worker when the tenant changes', async () => {
  const running = worker();
  await checked(running);
  expect(await checked(running)).toBeUndefined();
  await switchTo({ maintenance: true });
  await announce();
  expect(await checked(running)).not.toContain(id);
});

it('are announced to the screens of their tenant, as are new ones', async () => {
  const running = worker();
  await checked(running);
  const request = { params: { id }, query: { month: '2026-11' } };
  const isReread = () => isRefetched(t, getTenantUptime, request, () => checked(running));
  await switchTo({ maintenance: true });
  await announce();
  expect(await isReread()).toBe(true);
  expect(await isReread()).toBe(false);
  await t.db.insert(domains).values({ tenantId: id, service: 'coursepro', host: `new.t${id}.example.com` });
  await announce();
  expect(await isReread()).toBe(true);
});

it('are read only for the changed tenants', async () => {
  const other = await addTenant(t);
  await t.db.insert(domains).values({ tenantId: other, service: 'coursepro', host: `t${other}.example.com` });
  const own = worker();
  await checked(own);
  // Unannounced changes: they would show up if all tenants were scanned.
  await t.db
    .update(tenants)
    .set({ active: false })
    .where(inArray(tenants.id, [id, other]));
  await inUnauditedTransaction(t, async ({ changed }) => changed(TOPIC.tenants, TOPIC.tenant(id)));
  const ids = await checked(own);
  expect(ids).not.toContain(id);
  expect(ids).toContain(other);
  await announce();
  expect(await checked(own)).not.toContain(other);
});

it('can be created for very many domains at once', async () => {
  const hosts = Array.from({ length: 3_000 }, (_, at) => `many${at}.t${id}.example.com`);
  await t.db.insert(domains).values(hosts.map((host) => ({ tenantId: id, service: 'coursepro' as const, host })));
  expect((await checked())?.filter((tenantId) => tenantId === id)).toHaveLength(hosts.length + 1);
});
