import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { sql } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { featureJobs } from '../../app/features.ts';
import { readEnv } from '../../app/settings/env.ts';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { databaseHosts, deletedServices, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Services } from '../../platform/context.ts';
import { rows } from '../../platform/database/database.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { purgeServices } from './purge-services.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from './testing/service-fleet.ts';

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let id: number;
let count = 0;
beforeAll(() => void (api = createServiceApi(t)));
/** A tenant with CoursePro and Strive. */
beforeEach(async () => {
  count += 1;
  id = await addTenant(t, `Brimham ${count}`);
  const add = { initialize: true, create_db: false };
  const database = await idOf(t, databaseHosts, 'eu-db-03');
  await api.send('POST', `/api/tenant/${id}/coursepro`, { ...add, database, bridge: 'xnrest' });
  await api.send('POST', `/api/tenant/${id}/strive`, add);
  await t.db.delete(deletedServices);
  await t.db.execute(sql`delete from publications`);
  t.sent.length = 0;
});
afterAll(() => api.close());

const remove = (service: string) => api.send('DELETE', `/api/tenant/${id}/${service}`);
const HOSTS = ['eu-prod-web-03-a', 'eu-prod-web-03-b', 'eu-prod-wrk-02-a'];
const published = (file: string) =>
  HOSTS.map((host) => existsSync(join(t.fleetDir, host, 'config', 'tenants', String(id), file)));
async function saveAndCommit(kind: string): Promise<void> {
  await api.send('POST', `/api/tenant/${id}/${kind}`, { added: [{ key: 'A', value: '1', type: 2 }] });
  expect((await api.send('PUT', `/api/tenant/${id}/${kind}`)).status).toBe(200);
}
/** Switches the maintenance of Strive until an hour from now. */
async function endMaintenance(on: boolean) {
  const until = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  const strive_tenant = { maintenance: on ? 1 : 0, until };
  expect((await api.send('PATCH', `/api/tenant/${id}`, { strive_tenant })).status).toBe(200);
  return { until };
}
const endsHere = async () => (await rows(t.db, sql`select from switch_ends where tenant_id = ${id}`)).length;
/** Runs queued jobs like a worker. */
async function runJobs(services: Services = t): Promise<void> {
  for (const { name, data } of t.sent) {
    const job = featureJobs(services, readEnv({})).find((kind) => kind.name === name);
    await job?.run(data);
  }
}

describe('deleting a service', () => {
  it('returns the tenant without it, and keeps it restorable [SVC-14]', async () => {
    const answer = await remove('coursepro');
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    const tenant = answer.body['tenant'] as TenantDetail;
    expect(tenant).toMatchObject({ coursepro_tenant: null, coursepro_url: null, version: 4, updated_by: 'priya.shah' });
    expect(tenant.strive_tenant).not.toBeNull();
    const kept = await t.db.select().from(deletedServices);
    expect(kept).toMatchObject([
      {
        tenantId: id,
        service: 'coursepro',
        deletedBy: 'priya.shah',
        facts: {
          service: { bridge: 'xnrest', cron: true },
          domains: [{ host: `brimham-${count}.coursepro.co.uk`, isPrimary: true, hasWhitelist: false }],
        },
      },
    ]);
    const event = (await t.db.select().from(auditEvents)).at(-1);
    expect(event).toMatchObject({ action: 'service.deleted', subject: `Brimham ${count} CoursePro`, tenantId: id });
  });

  it('is refused if the confirmed name is not that of the tenant (threat 31)', async () => {
    const named = (name: string) =>
      api.send('DELETE', `/api/tenant/${id}/strive`, undefined, 'operator', {
        'x-confirm-name': encodeURIComponent(name),
      });
    expect(await named('Brimham')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await named(`Brimham ${count}`)).toMatchObject({ status: 200, body: { status: true } });
  });

  it('frees its hosts for others', async () => {
    await remove('coursepro');
    const domains = { strive: [{ host: `brimham-${count}.coursepro.co.uk`, is_primary: true }] };
    expect((await api.send('PATCH', `/api/tenant/${id}`, { domains })).status).toBe(200);
  });

  it('withdraws its published configs, including the licence', async () => {
    await saveAndCommit('coursepro');
    await saveAndCommit('licence');
    expect(published('coursepro.php')).toEqual([true, true, true]);
    await remove('coursepro');
    await runJobs();
    expect(published('coursepro.php')).toEqual([false, false, false]);
    expect(published('licence.json')).toEqual([false, false, false]);
    await runJobs();
    const actions = (await t.db.select().from(auditEvents)).map(({ action }) => action);
    expect(actions).toContain('config.withdrawn');
  });

  it('retries the withdrawal until every server succeeds', async () => {
    await saveAndCommit('coursepro');
    await remove('coursepro');
    const port = t.ports.configPublishing;
    const broken: Services = {
      ...t,
      ports: {
        ...t.ports,
        configPublishing: {
          ...port,
          withdraw: async (target, path) =>
            target.host === 'eu-prod-web-03-b'
              ? { host: target.host, ok: false, error: 'does not respond' }
              : port.withdraw(target, path),
        },
      },
    };
    await expect(runJobs(broken)).rejects.toThrow('eu-prod-web-03-b');
    expect(published('coursepro.php')).toEqual([false, true, false]);
    await runJobs();
    expect(published('coursepro.php')).toEqual([false, false, false]);
  });

  it('keeps configs published after the service has been added again', async () => {
    await saveAndCommit('coursepro');
    await remove('coursepro');
    const database = await idOf(t, databaseHosts, 'eu-db-04');
    const body = { initialize: true, create_db: false, database, bridge: 'legend' };
    const added = await api.send('POST', `/api/tenant/${id}/coursepro`, body);
    expect(added.body['tenant']).toMatchObject({
      coursepro_url: `https://brimham-${count}.coursepro.co.uk`,
      coursepro_tenant: { bridge: 'legend' },
      config_hashes: { 1: null },
    });
    // The old settings are in the history only.
    expect((await api.send('GET', `/api/tenant/${id}/coursepro`)).body).toEqual([]);
    expect((await api.send('GET', `/api/tenant/${id}/coursepro/state`)).body).toMatchObject({
      revision: 2,
    });
    await saveAndCommit('coursepro');
    await runJobs();
    expect(published('coursepro.php')).toEqual([true, true, true]);
  });

  it('ends its temporary switches: a service added later keeps its own values', async () => {
    const { until } = await endMaintenance(false);
    await remove('strive');
    await api.send('POST', `/api/tenant/${id}/strive`, { initialize: true, create_db: false });
    t.clock.set(until);
    await runJobs();
    const { body } = await api.send('GET', `/api/tenant/${id}`);
    expect(body['tenant']).toMatchObject({ strive_tenant: { maintenance: false } });
    expect(await endsHere()).toBe(0);
  });

  it('is refused while a config of it is being published', async () => {
    await saveAndCommit('coursepro');
    await t.db.execute(sql`update publications set state = 'running'`);
    expect(await remove('coursepro')).toMatchObject({
      status: 409,
      body: { error: 'The CoursePro config is being published. Try again in a minute.' },
    });
    expect(await t.db.$count(deletedServices)).toBe(0);
  });

  it('is refused for unknown tenants and services, and for a viewer', async () => {
    expect((await remove('insight')).status).toBe(404);
    expect((await remove('licence')).status).toBe(404);
    expect((await api.send('DELETE', '/api/tenant/999999/strive')).status).toBe(404);
    expect((await api.send('DELETE', `/api/tenant/${id}/strive`, undefined, 'viewer')).status).toBe(403);
    expect(await t.db.$count(deletedServices)).toBe(0);
  });
});

describe('restoring a service', () => {
  const restore = (service = 'coursepro') => api.send('POST', `/api/tenant/${id}/${service}/restore`);

  it('restores it with its settings, uncommitted', async () => {
    await saveAndCommit('coursepro');
    const before = (await api.send('GET', `/api/tenant/${id}`)).body['tenant'] as TenantDetail;
    await remove('coursepro');
    await runJobs();
    const answer = await restore();
    expect(answer.status).toBe(200);
    expect(answer.body['error']).toBeUndefined();
    const { coursepro_tenant: places, domains, current_hashes: current } = before;
    expect(answer.body['tenant']).toMatchObject({
      coursepro_tenant: places,
      domains,
      current_hashes: current,
      config_hashes: { 1: null },
    });
    expect(await t.db.$count(deletedServices)).toBe(0);
    expect((await restore()).status).toBe(409);
  });

  it('omits domains taken by others, and names them', async () => {
    const mine = { host: `mine-${count}.example`, is_primary: false };
    const old = { host: `brimham-${count}.coursepro.co.uk`, is_primary: true };
    await api.send('PATCH', `/api/tenant/${id}`, { domains: { coursepro: [mine, old] } });
    await remove('coursepro');
    await api.send('PATCH', `/api/tenant/${id}`, { domains: { strive: [old] } });
    const answer = await restore();
    expect(answer.body['error']).toBe(`Others have taken ${old.host} in the meantime.`);
    expect(answer.body['tenant']).toMatchObject({ coursepro_url: `https://mine-${count}.example` });
  });

  it('is possible for 30 days, after which the settings are purged as well', async () => {
    await saveAndCommit('coursepro');
    await remove('coursepro');
    const now = t.clock.now();
    t.clock.advance(30 * 86_400_000 + 1000);
    expect((await restore()).status).toBe(404);
    await featureJobs(t, readEnv({}))
      .find(({ name }) => name === 'services.purge')
      ?.run({});
    t.clock.set(now);
    expect((await restore()).status).toBe(404);
    const left = await rows(t.db, sql`select 1 from config_items where tenant_id = ${id} and kind = 'coursepro'`);
    expect(left).toEqual([]);
    expect((await api.send('GET', `/api/tenant/${id}/strive`)).status).toBe(200);
  });

  it('keeps the ends of its temporary switches, which are purged with it', async () => {
    await endMaintenance(true);
    await remove('strive');
    await restore('strive');
    expect(await endsHere()).toBe(1);
    await remove('strive');
    const now = t.clock.now();
    t.clock.advance(30 * 86_400_000 + 1000);
    await featureJobs(t, readEnv({}))
      .find(({ name }) => name === 'services.purge')
      ?.run({});
    t.clock.set(now);
    expect(await endsHere()).toBe(0);
  });

  it('keeps the settings of a service added and deleted again', async () => {
    await remove('coursepro');
    t.clock.advance(29 * 86_400_000);
    await restore();
    await saveAndCommit('coursepro');
    await remove('coursepro');
    await t.db.execute(sql`insert into deleted_services (tenant_id, service, facts, deleted_at, deleted_by)
      select tenant_id, service, facts, deleted_at - interval '40 days', 'x' from deleted_services`);
    await featureJobs(t, readEnv({}))
      .find(({ name }) => name === 'services.purge')
      ?.run({});
    expect(await t.db.$count(deletedServices)).toBe(1);
    await restore();
    expect((await api.send('GET', `/api/tenant/${id}/coursepro`)).body).toHaveLength(1);
  });

  it('keeps the settings of a service that is being added again while it is purged', async () => {
    await saveAndCommit('coursepro');
    await remove('coursepro');
    const now = t.clock.now();
    t.clock.advance(30 * 86_400_000 + 1000);
    const locked = Promise.withResolvers<void>();
    const adding = t.db.transaction(async (tx) => {
      await lockTenant(tx, id);
      await tx.insert(tenantServices).values({ tenantId: id, service: 'coursepro' });
      locked.resolve();
      await lockAwaited(tx);
    });
    await locked.promise;
    await Promise.all([adding, purgeServices(t)]);
    t.clock.set(now);
    expect((await api.send('GET', `/api/tenant/${id}/coursepro`)).body).toHaveLength(1);
  });

  it('is refused, with what to do instead, if something that it used no longer exists', async () => {
    await remove('coursepro');
    await t.db.update(deletedServices).set({
      facts: sql`jsonb_set(facts, '{service,databaseHostId}', '999999')`,
    });
    expect(await restore()).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/no longer exists\. Add the service again instead\.$/) as string },
    });
  });

  it('is 404 for a service that was never deleted', async () => {
    expect((await restore('insight')).status).toBe(404);
  });
});
