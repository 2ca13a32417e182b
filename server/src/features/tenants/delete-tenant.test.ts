import type { DeletedTenant, TenantDetail } from '@mission-control/contract/tenants/schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domains } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { rows } from '../../platform/database/database.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, constant, createFleet, saveDiff } from '../config/testing/config-fleet.ts';
import { relations } from '../relations/public.ts';
import { searchTenants } from '../search/public.ts';
import { systemValues } from '../system/public.ts';
import { purgeTenants } from './purge-tenants.ts';
import { createTenantApi, statuses } from './testing/tenant-api.ts';

const DAY_MS = 86_400_000;
const t = setUpTestCtx(createFleet);
let api: ReturnType<typeof createTenantApi>;
let id: number;
let other: number;
beforeAll(() => void (api = createTenantApi(t)));
/** A tenant with every kind of data, and its parent. */
beforeEach(async () => {
  await t.db.execute(sql`delete from tenants where deleted_at is not null`);
  id = await addTenant(t);
  other = await addTenant(t);
  await t.db.insert(relations).values({ parentId: other, childId: id });
  const domain = { tenantId: id, service: 'coursepro', host: `t${id}.example.com`, isPrimary: true };
  await t.db.insert(domains).values([domain, { ...domain, host: `x${id}.example.com`, isPrimary: false }]);
  await saveDiff(t, id, { added: [constant('A', '1'), constant('B', '2')] });
  await t.db.insert(systemValues).values({ tenantId: id, key: 'php', value: '8.4' });
  await t.db.execute(sql`update tenants set name_key = lower(name)`);
});
afterAll(() => api.close());

const remove = (tenant: number | string = id) => api.send('DELETE', `/api/tenant/${tenant}`);
const restore = (tenant: number | string = id) => api.send('POST', `/api/tenant/${tenant}/restore`);
const statusOf = async (path: string): Promise<number> => (await api.send('GET', path)).statusCode;
const detailOf = async (tenant: number): Promise<TenantDetail> =>
  (await api.send('GET', `/api/tenant/${tenant}`)).json<{ tenant: TenantDetail }>().tenant;
const deleted = async (): Promise<DeletedTenant[]> =>
  (await api.send('GET', '/api/tenant/deleted')).json<{ tenants: DeletedTenant[] }>().tenants;
const lastEvent = async () => (await t.db.select().from(auditEvents).orderBy(auditEvents.id)).at(-1);

/** All rows in all tables that reference the tenant. */
async function rowsOf(tenant: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { tab, col } of await referencesToTenants()) {
    const name = sql.identifier(tab);
    found[`${tab}.${col}`] = await rows(
      t.db,
      sql`select * from ${name} where ${sql.identifier(col)} = ${tenant} order by 1, 2`,
    );
  }
  return found;
}

const referencesToTenants = () =>
  rows<{ tab: string; col: string; at_end: 'cascade' | 'set null' | 'refuse' }>(
    t.db,
    sql`select c.conrelid::regclass::text as tab, a.attname as col, case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'refuse' end as at_end
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f' and c.confrelid = 'tenants'::regclass order by 1, 2`,
  );

describe('deleting a tenant', () => {
  it('returns status, and hides it everywhere [TEN-61]', async () => {
    const { tenant_name: name } = await detailOf(id);
    expect((await searchTenants(t, name)).results).toHaveLength(1);
    const answer = await remove();
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true }]);
    expect(await statusOf(`/api/tenant/${id}`)).toBe(404);
    expect((await api.send('PATCH', `/api/tenant/${id}`, { status: true })).statusCode).toBe(404);
    for (const path of ['/api/tenant', '/api/tenant/select'])
      expect((await api.send('GET', path)).body).not.toContain(name);
    expect((await searchTenants(t, name)).results).toEqual([]);
    expect((await detailOf(other)).relations).toEqual([]);
    expect(await lastEvent()).toMatchObject({
      action: 'tenant.deleted',
      actor: 'priya.shah',
      subject: name,
      tenantId: id,
    });
  });

  it.each(['0', '-1', '2147483648', '1.5', 'abc', '999999', 'constructor'])(
    'there is no tenant %s',
    async (unknown) => {
      expect((await remove(unknown)).statusCode).toBe(404);
      expect((await restore(unknown)).statusCode).toBe(404);
    },
  );

  it('is for operators', async () => {
    expect((await api.send('DELETE', `/api/tenant/${id}`, undefined, 'viewer')).statusCode).toBe(403);
    expect((await api.send('POST', `/api/tenant/${id}/restore`, undefined, 'viewer')).statusCode).toBe(403);
    expect(await statusOf(`/api/tenant/${id}`)).toBe(200);
  });

  it('is refused if the confirmed name belongs to another tenant (threat 31)', async () => {
    const named = (name: string) =>
      api.send('DELETE', `/api/tenant/${id}`, undefined, 'operator', { 'x-confirm-name': encodeURIComponent(name) });
    const name = 'Zoë & Söhne 100%';
    await t.db.execute(sql`update tenants set name = ${name} where id = ${id}`);
    for (const wrong of ['', 'zoë & söhne 100%', name.normalize('NFD'), `${name} `, 'Elm']) {
      const answer = await named(wrong);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'conflict']);
    }
    expect(await statusOf(`/api/tenant/${id}`)).toBe(200);
    expect((await named(name)).statusCode).toBe(200);
    expect(await statusOf(`/api/tenant/${id}`)).toBe(404);
  });

  it('happens once for concurrent requests', async () => {
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(statuses(answers)).toEqual([200, 404, 404]);
  });
});

it('works for a tenant with more relations than one announcement can name', async () => {
  await t.db.execute(sql`
    insert into tenants (name, name_key, region_id, account_id, created_at, updated_at, updated_by)
    select 'Many ' || n, 'many ' || n, 1, 1, now(), now(), 'test' from generate_series(1, 900) n`);
  await t.db.execute(sql`
    insert into relations (parent_id, child_id) select ${id}, id from tenants where name_key like 'many %'`);
  expect((await remove()).statusCode).toBe(200);
  expect((await restore()).statusCode).toBe(200);
  expect((await detailOf(id)).relations).toHaveLength(901);
  await t.db.execute(sql`delete from tenants where name_key like 'many %'`);
});

describe('the deleted tenants', () => {
  it('are listed, newest first, with who deleted them, when, and how long they are kept', async () => {
    await remove();
    t.clock.advance(60_000);
    const at = t.clock.now();
    await remove(other);
    const [first, second] = await deleted();
    expect(first).toEqual({
      _id: other,
      tenant_name: `Tenant ${other}`,
      account_name: 'Acme Ltd',
      region: 'eu-west-1',
      deployment_group: 'production',
      services: ['coursepro', 'strive', 'insight'],
      deleted_at: at.toISOString(),
      deleted_by: 'priya.shah',
      purge_at: new Date(at.getTime() + 30 * DAY_MS).toISOString(),
    });
    expect(second?._id).toBe(id);
  });

  it('release their name', async () => {
    await remove();
    const answer = await api.send('PUT', '/api/tenant/', { tenant: `Tenant ${id}`, region: 1, account: 1 });
    expect(answer.statusCode).toBe(200);
  });
});

describe('restoring a tenant', () => {
  it('restores the identical tenant: services, configs, relations, domains (C-085)', async () => {
    const [before, beforeRows, otherBefore] = [await detailOf(id), await rowsOf(id), await detailOf(other)];
    expect(Object.values(beforeRows).flat().length).toBeGreaterThan(10);
    await remove();
    const answer = await restore();
    expect(answer.statusCode).toBe(200);
    const changed = { version: before.version + 2, updated_at: t.clock.now().toISOString(), updated_by: 'priya.shah' };
    expect(answer.json()).toEqual({ tenant: { ...before, ...changed } });
    expect(await detailOf(id)).toEqual({ ...before, ...changed });
    expect(await rowsOf(id)).toEqual(beforeRows);
    expect(await detailOf(other)).toEqual(otherBefore);
    expect((await deleted()).map((one) => one._id)).not.toContain(id);
    expect(await lastEvent()).toMatchObject({
      action: 'tenant.restored',
      tenantId: id,
      before: { deleted_by: 'priya.shah' },
    });
  });

  it('is refused while another tenant has its name, and states what to do', async () => {
    await remove();
    const body = { tenant: `Tenant ${id}`, region: 1, account: 1 };
    const taken = (await api.send('PUT', '/api/tenant/', body)).json<{ id: number }>();
    const answer = await restore();
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      msg: `Another tenant is now named Tenant ${id}. Delete it first, then restore this one.`,
    });
    expect((await deleted()).map((one) => one._id)).toContain(id);
    await remove(taken.id);
    expect((await restore()).statusCode).toBe(200);
  });

  it('is 404 if it is not deleted, or already restored', async () => {
    expect((await restore()).statusCode).toBe(404);
    await remove();
    const answers = await Promise.all([restore(), restore()]);
    expect(statuses(answers)).toEqual([200, 404]);
  });
});

describe('the end of the 30 days', () => {
  it('purges the tenant with all its data except audit events', async () => {
    await remove();
    t.clock.advance(30 * DAY_MS);
    await remove(other);
    expect(await purgeTenants(t)).toBe(0);
    expect((await deleted()).map((one) => one._id)).toContain(id);
    t.clock.advance(1);
    expect((await deleted()).map((one) => one._id)).toEqual([other]);
    expect((await restore()).statusCode).toBe(404);

    expect(await purgeTenants(t)).toBeGreaterThan(0);
    expect(Object.values(await rowsOf(id)).flat()).toEqual([]);
    expect(await rows(t.db, sql`select id from tenants where id = ${id}`)).toEqual([]);
    const events = (await t.db.select().from(auditEvents)).filter((event) => event.tenantId === id);
    expect(events.map((event) => event.action)).toEqual(['config.saved', 'tenant.deleted', 'tenant.purged']);
    expect(events.at(-1)).toMatchObject({ subject: `Tenant ${id}`, actor: 'tenants' });
    expect((await restore(other)).statusCode).toBe(200);
  });

  it('purges each tenant once with concurrent workers', async () => {
    await remove();
    t.clock.advance(31 * DAY_MS);
    await purgeTenants(t);
    await remove(other);
    t.clock.advance(31 * DAY_MS);
    const counts = await Promise.all([purgeTenants(t), purgeTenants(t), purgeTenants(t)]);
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    const purged = (await t.db.select().from(auditEvents)).filter((event) => event.action === 'tenant.purged');
    expect(purged.filter((event) => event.tenantId === other)).toHaveLength(1);
  });

  it.each([
    ['was restored', sql`deleted_at = null`],
    ['was restored and deleted again', sql`deleted_at = now() + interval '10 years'`],
  ])('leaves a tenant that %s since it was listed', async (_what, change) => {
    await remove();
    t.clock.advance(31 * DAY_MS);
    let changed = false;
    const transaction: TestCtx['db']['transaction'] = async (run) => {
      if (!changed) {
        changed = true;
        await t.db.execute(sql`update tenants set ${change} where id = ${id}`);
      }
      return t.db.transaction(run);
    };
    const db = Object.assign(Object.create(t.db) as TestCtx['db'], { transaction });
    expect(await purgeTenants({ ...t, db })).toBe(0);
    expect(changed).toBe(true);
    expect(await rows(t.db, sql`select id from tenants where id = ${id}`)).toEqual([{ id }]);
    expect(Object.values(await rowsOf(id)).flat().length).toBeGreaterThan(10);
  });

  it('covers every table with tenant ids; all of them have foreign keys', async () => {
    const references = await referencesToTenants();
    expect(references.length).toBeGreaterThan(6);
    // Runs stay in the history, without their tenant.
    const kept = references.filter((one) => one.at_end !== 'cascade');
    expect(kept).toEqual([{ tab: 'runs', col: 'tenant_id', at_end: 'set null' }]);
    const named = await rows<{ tab: string }>(
      t.db,
      sql`select table_name as tab from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
    );
    const loose = named.map((one) => one.tab).filter((tab) => !references.some((one) => one.tab === tab));
    // History outlives the tenant: the audit log, outcomes of bulk changes, and past alerts.
    expect(loose.toSorted()).toEqual(['alert_members', 'audit_events', 'bulk_rows']);
  });
});
