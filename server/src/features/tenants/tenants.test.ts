import { tenantPatch } from '@mission-control/contract/tenants/patch';
import { type TenantDetail, type TenantRow, tenantRow, tenantDetail } from '@mission-control/contract/tenants/schema';
import { eq, gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configItems } from '../config/public.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { tenantFeature } from './feature.ts';
import { getTenantDetail, refreshTenants, listTenants } from './get-tenant.ts';
import { updateTenant } from './update-tenant.ts';

const t = setUpTestCtx(importSmallInventory);

const list = async (): Promise<TenantRow[]> => {
  const { json } = await listTenants(t);
  return (JSON.parse(json.toString()) as { tenants: TenantRow[] }).tenants;
};
const rowOf = async (name: string): Promise<TenantRow> => {
  const row = (await list()).find((candidate) => candidate.tenant_name === name);
  if (!row) throw new Error(`no tenant ${name}`);
  return row;
};
const detailOf = async (name: string): Promise<TenantDetail> => getTenantDetail(t, (await rowOf(name))._id);

describe('the list', () => {
  it('has every documented key with its type [TLS-01..08]', async () => {
    const rows = await list();
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(() => tenantRow.parse(row)).not.toThrow();
    const brimham = await rowOf('Brimham Active');
    expect(brimham).toMatchObject({
      account_name: 'Brimham & Dale Leisure Ltd',
      region: 'eu-west-1',
      tenant_status: '1',
      deployment_group: 'production',
      coursepro_tenant: true,
      organisation_tenant: false,
      coursepro_cron: true,
      coursepro_bridge: 'xnrest',
      coursepro_version: '4.18.1',
      db_version: '3.214',
      coursepro_db_host_label: 'eu-db-03',
      cpweb_name: 'eu-prod-web-03',
      total_members: 21904,
    });
  });

  it('reads the expiry from the saved Licence config, else from the tenant (C-078)', async () => {
    const { _id } = await rowOf('Brimham Active');
    const item = {
      tenantId: _id,
      kind: 'licence' as const,
      key: 'expires',
      value: '2031-01-02',
      type: 1 as const,
      revision: 1,
    };
    await t.db.insert(configItems).values(item);
    await refreshTenants(t);
    expect((await rowOf('Brimham Active')).licence_expires).toBe('2031-01-02');
    await t.db.delete(configItems);
    await refreshTenants(t);
    expect((await rowOf('Brimham Active')).licence_expires).not.toBe('2031-01-02');
  });

  it('is built once, and again after any change', async () => {
    const first = await listTenants(t);
    expect(await listTenants(t)).toBe(first);
    const { _id } = await rowOf('Brimham Active');
    await updateTenant(t.as({}), { params: { id: _id }, body: tenantPatch.parse({ status: false }) });
    expect((await rowOf('Brimham Active')).tenant_status).toBe('0');
    await updateTenant(t.as({}), { params: { id: _id }, body: tenantPatch.parse({ status: true }) });
  });

  it('is sorted by name, numerically and ignoring case and accents', async () => {
    const { _id } = await rowOf('Brimham Active');
    const [like] = await t.db.select().from(tenants).where(eq(tenants.id, _id));
    if (!like) throw new Error('no Brimham Active');
    const wanted = ['Zone 2', 'zone 9', 'Zöne 10', 'Zone 11'];
    const added = wanted
      .toReversed()
      .map((name, at) => ({ ...like, id: 9001 + at, name, nameKey: name.toLowerCase() }));
    await t.db.insert(tenants).values(added);
    await refreshTenants(t);
    const names = (await list()).map((row) => row.tenant_name);
    await t.db.delete(tenants).where(gt(tenants.id, 9000));
    await refreshTenants(t);
    expect(names.slice(-4)).toEqual(wanted);
    expect(names[0]).toBe('Brimham Active');
  });

  it('is refreshed at most 12 times a minute by each person', async () => {
    const route = tenantFeature.routes.find(({ call }) => call.name === 'refreshTenants');
    const refresh = (id: number) => route?.answer(t.as({ id }), {}, {} as never);
    for (let time = 1; time <= 12; time += 1) expect(await refresh(7)).toEqual({ ok: true });
    await expect(refresh(7)).rejects.toMatchObject({ code: 'too_many_attempts' });
    expect(await refresh(8)).toEqual({ ok: true });
    t.clock.advance(60_000);
    expect(await refresh(7)).toEqual({ ok: true });
  });

  it('shows a change that bypassed the cache after a refresh [TLS-41]', async () => {
    await listTenants(t);
    await t.db.update(tenants).set({ totalMembers: 7 });
    expect((await rowOf('Brimham Active')).total_members).not.toBe(7);
    await refreshTenants(t);
    expect((await rowOf('Brimham Active')).total_members).toBe(7);
  });
});

describe('one tenant', () => {
  it('has every documented key [TEN-01, TEN-02, TEN-04..08, TEN-11]', async () => {
    const detail = await detailOf('Brimham Active');
    expect(() => tenantDetail.parse(detail)).not.toThrow();
    expect(detail).toMatchObject({
      region: { region_name: 'eu-west-1' },
      account: { trading_name: 'Brimham & Dale Leisure Ltd' },
      status: true,
      staging: false,
      coursepro_tenant: { cron: true, maintenance: false, db_host_label: 'eu-db-03', bridge: 'xnrest' },
      organisationportal_tenant: null,
      coursepro_url: 'https://brimham-active.coursepro.co.uk',
      organisationportal_url: null,
    });
    expect(Object.keys(detail.config_hashes)).toEqual(['1', '2', '3', '4', '5']);
    expect(detail.strive_tenant).not.toHaveProperty('db_host_label');
  });

  it('is 404 for an unknown id', async () => {
    await expect(getTenantDetail(t, 999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('changing a tenant', () => {
  it.each([
    [{ status: false }, { status: false }],
    [{ staging: true }, { staging: true, deployment_group: 'production' }],
    [
      { coursepro_tenant: { cron: false } },
      { coursepro_tenant: expect.objectContaining({ cron: false, maintenance: false }) as object },
    ],
    [
      { coursepro_tenant: { maintenance: true } },
      { coursepro_tenant: expect.objectContaining({ maintenance: true }) as object },
    ],
  ])('PATCH %j changes just that [TEN-55, TEN-56]', async (patch, expected) => {
    const before = await detailOf('Brimham Active');
    const { tenant: after } = await updateTenant(t.as({ name: 'priya.shah' }), {
      params: { id: before._id },
      body: tenantPatch.parse(patch),
    });
    expect(after).toMatchObject({ ...expected, version: before.version + 1, updated_by: 'priya.shah' });
    expect(await detailOf('Brimham Active')).toEqual(after);
  });

  it('records the author, the change, and the values before and after', async () => {
    const { _id } = await rowOf('Brimham Active');
    await updateTenant(t.as({ name: 'priya.shah' }), {
      params: { id: _id },
      body: tenantPatch.parse({ strive_tenant: { maintenance: true } }),
    });
    const events = await t.db.select().from(auditEvents);
    expect(events.at(-1)).toMatchObject({
      actor: 'priya.shah',
      action: 'service.switched',
      subject: 'Brimham Active Strive',
      tenantId: _id,
      before: { maintenance: false },
      after: { maintenance: true },
    });
  });

  it('responds 404 for a service that the tenant lacks, and writes nothing', async () => {
    const before = await detailOf('Brimham Active');
    await expect(
      updateTenant(t.as({}), {
        params: { id: before._id },
        body: tenantPatch.parse({ commsportal_tenant: { cron: true } }),
      }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await detailOf('Brimham Active')).toEqual(before);
  });
});
