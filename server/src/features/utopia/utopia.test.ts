import { TOPIC } from '@mission-control/contract/topics';
import { listUtopia as call, type UtopiaServerRow } from '@mission-control/contract/utopia/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { markAllRowsChanged } from '../../platform/events/topic-versions.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { configItems } from '../config/public.ts';
import { importInventory } from '../inventory/public.ts';
import { smallInventory } from '../inventory/testing/small-inventory.ts';
import { listUtopia } from './feature.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
  await importInventory(t, smallInventory());
});
afterAll(() => t.close());

/** The list after changes made directly in the database. */
async function readRows(ctx = t): Promise<UtopiaServerRow[]> {
  await markAllRowsChanged(ctx.db, TOPIC.tenants);
  const { json } = await listUtopia(ctx);
  return (JSON.parse(json.toString()) as { data: UtopiaServerRow[] }).data;
}

const rowOf = async (name: string) => (await readRows()).find((row) => row.tenant_name === name);

async function setSetting(
  tenantId: number,
  kind: 'coursepro' | 'licence',
  key: string,
  value: string,
  state: 0 | 1 = 1,
) {
  const item = { tenantId, kind, key, value, state, type: 1 as const, revision: 1 };
  await t.db
    .insert(configItems)
    .values(item)
    .onConflictDoUpdate({ target: [configItems.tenantId, configItems.kind, configItems.key], set: { value, state } });
}

describe('the rows of Utopia', () => {
  it('list all tenants, with the documented keys [UTO-01, UTO-02, UTO-04]', async () => {
    expect(call.path).toBe('/api/utopia');
    const data = await readRows();
    expect(data.map((row) => row.tenant_name)).toEqual(['Brimham Active', 'Fenland Training', 'Wharfe Valley']);
    expect(() => call.response.parse({ data })).not.toThrow();
    const keys = 'id tenant_name centres members status region_name bridge gateway created created_by';
    const environments = 'coursepro_env homeportal_env strive_env commsportal_env insight_env';
    expect(Object.keys(data[0] ?? {})).toEqual(expect.arrayContaining(`${keys} ${environments}`.split(' ')));
  });

  it('contain facts and service environments of a tenant', async () => {
    expect(await rowOf('Brimham Active')).toMatchObject({
      members: 21_904,
      status: 'Active',
      region_name: 'eu-west-1',
      bridge: 'xnrest',
      coursepro_env: 'eu-prod-web-03',
      strive_env: 'eu-prod-str-01',
      homeportal_env: '',
      insight_env: '',
    });
    expect(await rowOf('Wharfe Valley')).toMatchObject({ status: 'Inactive', members: null, coursepro_env: '' });
  });

  it('take features and gateway from the saved configs, true as the editor defines it', async () => {
    const id = (await rowOf('Brimham Active'))?.id ?? 0;
    expect(await rowOf('Brimham Active')).toMatchObject({ has_sms: 'no', gateway: '' });
    await setSetting(id, 'coursepro', 'ENABLE_SMS', 'True');
    await setSetting(id, 'coursepro', 'ENABLE_ADS', '1');
    await setSetting(id, 'coursepro', 'ENABLE_ORGANISATIONS', '0');
    await setSetting(id, 'coursepro', 'ENABLE_GTM', 'False');
    await setSetting(id, 'coursepro', 'ENABLE_VOUCHERS', 'True', 0);
    await setSetting(id, 'coursepro', 'PAYMENT_PROVIDER', 'opayo');
    const row = { has_sms: 'yes', has_ads: 'yes', has_orgs: 'no', has_gtm: 'no', has_vouchers: 'no', gateway: 'opayo' };
    expect(await rowOf('Brimham Active')).toMatchObject(row);
  });

  it('take centres from reports, not from the limit of the licence', async () => {
    const id = (await rowOf('Brimham Active'))?.id ?? 0;
    await setSetting(id, 'licence', 'centres', '12');
    expect(await rowOf('Brimham Active')).toMatchObject({ centres: null });
    await t.db.update(tenants).set({ totalCentres: 4 }).where(eq(tenants.id, id));
    expect(await rowOf('Brimham Active')).toMatchObject({ centres: 4 });
  });

  it('contain when and by whom a tenant was created according to the inventory, if known', async () => {
    const inventory = smallInventory();
    inventory.tenants = inventory.tenants.map((tenant, at) =>
      at === 0 ? { ...tenant, created: '2019-04-01T08:30:00.000Z', created_by: 'Priya Shah' } : tenant,
    );
    const own = await createTestCtx();
    try {
      await importInventory(own, inventory);
      const shown = (await readRows(own)).map((row) => [row.tenant_name, row.created, row.created_by]);
      expect(shown).toEqual([
        ['Brimham Active', '2019-04-01T08:30:00.000Z', 'Priya Shah'],
        ['Fenland Training', '', ''],
        ['Wharfe Valley', '', ''],
      ]);
    } finally {
      await own.close();
    }
  });
});
