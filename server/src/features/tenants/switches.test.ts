import type { ControlFile, TenantControl } from '@mission-control/contract/control/schema';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { domains, servers, tenants, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Services } from '../../platform/context.ts';
import { beforeTransaction } from '../../platform/testing/before-transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet, HOSTS, published } from '../config/testing/config-fleet.ts';
import { failingPort } from '../config/testing/failing-port.ts';
import { controlConfirmations, publishControlFile } from '../control/public.ts';
import { runDueJobs } from '../control/testing/due-jobs.ts';
import { revertSwitches } from './revert-switches.ts';

const HOUR = 60 * 60_000;
const t = setUpTestCtx(createFleet);
let app: FastifyInstance;
let id: number;
beforeAll(() => void (app = createFeatureApp(t)));
afterAll(() => app.close());
beforeEach(async () => {
  id = await addTenant(t);
  t.sent.length = 0;
});

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, role = 'operator') =>
  app.inject({ method, url, headers: { authorization: role }, ...(payload && { payload }) });
const patch = (body: object) => send('PATCH', `/api/tenant/${id}`, body);
const later = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
const work = async (services: Services = t) => {
  await runDueJobs(t, services);
  await revertSwitches(services);
  await runDueJobs(t, services);
};
const filesOf = (service = 'coursepro') =>
  published(t, id, `${service}.control.json`).map((text) => text && (JSON.parse(text) as ControlFile));
const control = async (service = 'coursepro') => {
  const standing = (await send('GET', `/api/tenant/${id}/control`)).json<TenantControl>();
  return standing.services.find((one) => one.service === service);
};
const events = async () =>
  (
    await t.db
      .select({ action: auditEvents.action, actor: auditEvents.actor, after: auditEvents.after })
      .from(auditEvents)
      .where(eq(auditEvents.tenantId, id))
      .orderBy(asc(auditEvents.id))
  ).map(({ action, actor, after }) => ({ action, actor, after }));

describe('a switch', () => {
  it('reaches every server of its service, and no other (C-128)', async () => {
    expect((await patch({ coursepro_tenant: { maintenance: 1 } })).statusCode).toBe(200);
    await work();
    expect(filesOf()).toEqual(HOSTS.map(() => expect.objectContaining({ maintenance: true, cron: true }) as object));
    expect(filesOf('insight')).toEqual([
      expect.objectContaining({ maintenance: false }),
      expect.objectContaining({ maintenance: false }),
      null,
    ]);
    await patch({ coursepro_tenant: { cron: 0 } });
    await work();
    expect(filesOf()).toEqual(HOSTS.map(() => expect.objectContaining({ maintenance: true, cron: false }) as object));
  });

  it('of the tenant reaches the servers of all its services (C-128)', async () => {
    await patch({ status: 0 });
    await work();
    expect(filesOf().map((file) => file && file.active)).toEqual([false, false, false]);
    expect(filesOf('insight').map((file) => file && file.active)).toEqual([false, false, null]);
  });

  it('is published with the hosts of the service, and again when they change', async () => {
    const other = await addTenant(t);
    const domain = (tenantId: number, service: string, host: string) => ({ tenantId, service, host });
    await t.db
      .insert(domains)
      .values([
        domain(id, 'coursepro', `a${id}.example.com`),
        domain(id, 'strive', `strive${id}.example.com`),
        domain(other, 'coursepro', `a${other}.example.com`),
      ]);
    await patch({ coursepro_tenant: { maintenance: 1 } });
    await work();
    expect(filesOf()[0]).toMatchObject({ tenant: id, service: 'coursepro', hosts: [`a${id}.example.com`] });
    await patch({ domains: { coursepro: [{ host: `b${id}.example.com`, is_primary: true }] } });
    await work();
    expect(filesOf()[0]).toMatchObject({ hosts: [`b${id}.example.com`] });
  });

  it('writes nothing before a switch is first used (C-134)', async () => {
    expect(await control()).toMatchObject({
      servers: HOSTS.map((host) => ({ host, state: 'untold', since: null, error: null })),
    });
    await work();
    expect(filesOf()).toEqual([null, null, null]);
  });
});

describe('what the servers confirmed', () => {
  it('is pending at first, then shown per server with its time', async () => {
    await patch({ coursepro_tenant: { maintenance: 1 } });
    await work();
    t.clock.advance(HOUR);
    await patch({ coursepro_tenant: { maintenance: 0 } });
    expect((await control())?.servers.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    await work();
    const since = t.clock.now().toISOString();
    expect((await control())?.servers).toEqual(HOSTS.map((host) => ({ host, state: 'confirmed', since, error: null })));
  });

  it('names a failing server and the reason; the job and "send now" retry', async () => {
    const port = failingPort(t.ports.configPublishing, (step, host) =>
      step === 'stage' && host === 'eu-web-2' ? { error: 'The disk is full.' } : undefined,
    );
    await patch({ coursepro_tenant: { maintenance: 1 } });
    const [job] = t.sent.filter(({ name }) => name === 'control.publish');
    await expect(work({ ...t, ports: { ...t.ports, configPublishing: port } })).rejects.toMatchObject({
      code: 'target_failed',
    });
    const states = async () => (await control())?.servers.map(({ state, error }) => error ?? state);
    expect(await states()).toEqual(['confirmed', 'The disk is full.', 'confirmed']);
    t.sent.push({ name: 'control.publish', data: job?.data ?? {} });
    await work();
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);

    await patch({ coursepro_tenant: { maintenance: 0 } });
    t.sent.length = 0;
    expect((await send('POST', `/api/tenant/${id}/control`)).statusCode).toBe(200);
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(filesOf().map((file) => file && file.maintenance)).toEqual([false, false, false]);
  });

  it('is forgotten for a server that the service has left', async () => {
    await patch({ coursepro_tenant: { maintenance: 1 } });
    await work();
    await patch({ coursepro_tenant: { worker_environment_id: null } });
    await work();
    expect(filesOf()).toEqual([expect.any(Object), expect.any(Object), null]);
    expect((await control())?.servers.map(({ host }) => host)).toEqual(['eu-web-1', 'eu-web-2']);
    await send('DELETE', `/api/tenant/${id}/coursepro`);
    await work();
    expect(filesOf()).toEqual([null, null, null]);
  });

  it('is not recorded for a server that was removed during the attempt', async () => {
    const server = eq(servers.host, 'eu-web-2');
    const port = failingPort(t.ports.configPublishing, (step, host) =>
      step === 'stage' && host === 'eu-web-2' ? { error: 'The disk is full.' } : undefined,
    );
    const removing = beforeTransaction(t, () => t.db.delete(servers).where(server));
    await publishControlFile({ ...removing, ports: { ...t.ports, configPublishing: port } }, id);
    const rows = await t.db.select().from(controlConfirmations).where(eq(controlConfirmations.tenantId, id));
    await t.db.insert(servers).values({ host: 'eu-web-2', environmentId: 1 });
    expect(new Set(rows.map(({ host }) => host))).toEqual(new Set(['eu-web-1', 'eu-worker-1']));
  });

  it('is visible to everybody who may see the tenant; sending requires an operator', async () => {
    const asViewer = async (method: 'GET' | 'POST') =>
      (await send(method, `/api/tenant/${id}/control`, undefined, 'viewer')).statusCode;
    expect([await asViewer('GET'), await asViewer('POST')]).toEqual([200, 403]);
    expect((await send('GET', '/api/tenant/999999/control')).statusCode).toBe(404);
    expect((await send('POST', '/api/tenant/999999/control')).statusCode).toBe(404);
  });
});

describe('a temporary switch', () => {
  it('reverts at its end, on the servers too, and the audit log states the cause', async () => {
    const until = later(2 * HOUR);
    expect((await patch({ coursepro_tenant: { maintenance: 1, until } })).statusCode).toBe(200);
    await work();
    expect(filesOf()[0]).toMatchObject({ maintenance: true, ends: { maintenance: until } });
    expect((await control())?.ends).toEqual({ maintenance: { until, set_by: expect.any(String) as string } });
    t.clock.advance(2 * HOUR - 1);
    await work();
    expect(filesOf()[0]).toMatchObject({ maintenance: true });
    t.clock.advance(1);
    await work();
    expect(filesOf()).toEqual(HOSTS.map(() => expect.objectContaining({ maintenance: false, ends: {} }) as object));
    expect((await control())?.ends).toEqual({});
    expect(await events()).toEqual([
      { action: 'service.switched', actor: expect.any(String) as string, after: { maintenance: true, until } },
      { action: 'service.switched', actor: 'switches', after: { maintenance: false } },
    ]);
  });

  it('works for the tenant and for a service, for switching on and for switching off', async () => {
    await patch({ status: 0, until: later(HOUR) });
    await patch({ insight_tenant: { cron: 0, until: later(HOUR) } });
    const standing = (await send('GET', `/api/tenant/${id}/control`)).json<TenantControl>();
    expect(standing.active_end?.until).toBe(later(HOUR));
    t.clock.advance(HOUR);
    await work();
    const [tenant] = await t.db.select().from(tenants).where(eq(tenants.id, id));
    expect(tenant?.active).toBe(true);
    const [insight] = await t.db
      .select()
      .from(tenantServices)
      .where(and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'insight')));
    expect(insight?.cron).toBe(true);
  });

  it('becomes permanent when it is set again without an end, and moves with a new one', async () => {
    await patch({ coursepro_tenant: { maintenance: 1, until: later(HOUR) } });
    await patch({ coursepro_tenant: { maintenance: 1 } });
    t.clock.advance(2 * HOUR);
    await work();
    expect(filesOf()[0]).toMatchObject({ maintenance: true });
    expect(filesOf()[0]).toHaveProperty('ends', {});
    await patch({ coursepro_tenant: { maintenance: 1, until: later(HOUR) } });
    await patch({ coursepro_tenant: { maintenance: 1, until: later(3 * HOUR) } });
    t.clock.advance(2 * HOUR);
    await work();
    expect(filesOf()[0]).toMatchObject({ maintenance: true });
    t.clock.advance(HOUR);
    await work();
    expect(filesOf()[0]).toMatchObject({ maintenance: false });
  });

  it('is reverted once by two workers, and not while its service is deleted', async () => {
    await patch({ coursepro_tenant: { maintenance: 1, until: later(HOUR) } });
    await patch({ insight_tenant: { maintenance: 1, until: later(HOUR) } });
    await send('DELETE', `/api/tenant/${id}/insight`);
    t.clock.advance(HOUR);
    await Promise.all([revertSwitches(t), revertSwitches({ ...t })]);
    const reverts = async () => (await events()).filter(({ actor }) => actor === 'switches').length;
    expect(await reverts()).toBe(1);
    await send('POST', `/api/tenant/${id}/insight/restore`);
    await revertSwitches(t);
    expect(await reverts()).toBe(2);
  });

  it('that already has its value loses its end, without an audit event and on the servers too', async () => {
    await patch({ coursepro_tenant: { maintenance: 1, until: later(HOUR) } });
    const before = await events();
    const own = and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'coursepro'));
    await t.db.update(tenantServices).set({ maintenance: false }).where(own);
    t.clock.advance(HOUR);
    await work();
    expect((await control())?.ends).toEqual({});
    expect(filesOf()).toEqual(HOSTS.map(() => expect.objectContaining({ maintenance: false, ends: {} }) as object));
    expect(await events()).toEqual(before);
  });

  it('is reverted although another one fails, which is retried later', async () => {
    await patch({ coursepro_tenant: { maintenance: 1, until: later(HOUR) } });
    await patch({ insight_tenant: { cron: 0, until: later(HOUR) } });
    t.clock.advance(HOUR);
    let fails = true;
    const transaction: Services['db']['transaction'] = (run) => {
      if (!fails) return t.db.transaction(run);
      fails = false;
      return Promise.reject(new Error('The connection broke.'));
    };
    await revertSwitches({ ...t, db: Object.assign(Object.create(t.db) as Services['db'], { transaction }) });
    const reverts = async () => (await events()).filter(({ actor }) => actor === 'switches').length;
    expect(await reverts()).toBe(1);
    await revertSwitches(t);
    expect(await reverts()).toBe(2);
  });

  it.each([
    ['a time in the past', { coursepro_tenant: { maintenance: 1, until: '2020-01-01T00:00:00Z' } }],
    ['more than 31 days', { status: 0, until: '2999-01-01T00:00:00Z' }],
    ['no time', { coursepro_tenant: { maintenance: 1, until: 'soon' } }],
    ['an end without a switch', { until: '2026-12-01T00:00:00Z' }],
    ['an end of places', { coursepro_tenant: { web_environment_id: 1, until: '2026-12-01T00:00:00Z' } }],
    ['an end of a group', { deployment_group: 'dev', until: '2026-12-01T00:00:00Z' }],
  ])('is refused for %s', async (_what, body) => {
    expect((await patch(body)).statusCode).toBe(400);
    expect(await events()).toEqual([]);
  });
});

it('reports that a group is stored but not deployed for a tenant without servers [TEN-57]', async () => {
  await t.db.delete(tenantServices).where(eq(tenantServices.tenantId, id));
  const answer = (await patch({ deployment_group: 'dev' })).json<{ deployed: boolean; error: string[] }>();
  expect(answer).toMatchObject({
    deployed: false,
    deployment_group: 'dev',
    error: ['The group is stored, but the tenant has no servers to deploy it to.'],
  });
});
