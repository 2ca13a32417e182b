import { listUtopia as call } from '@mission-control/contract/utopia/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { configItems } from '../config/public.ts';
import { importInventory } from '../inventory/public.ts';
import { smallInventory } from '../inventory/testing/small-inventory.ts';
import { listUtopia } from './list-utopia.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
  await importInventory(t, smallInventory());
});
afterAll(() => t.close());

const rowOf = async (name: string) => (await listUtopia(t)).find((row) => row.tenant_name === name);

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
  it('are all tenants, with the documented keys [UTO-01, UTO-02, UTO-04]', async () => {
    expect(call.path).toBe('/api/utopia');
    const data = await listUtopia(t);
    expect(data.map((row) => row.tenant_name)).toEqual(['Brimham Active', 'Fenland Training', 'Wharfe Valley']);
    expect(() => call.answer.parse({ data })).not.toThrow();
    const keys = 'id tenant_name centres members status region_name bridge gateway created created_by';
    const environments = 'coursepro_env homeportal_env strive_env commsportal_env insight_env';
    expect(Object.keys(data[0] ?? {})).toEqual(expect.arrayContaining(`${keys} ${environments}`.split(' ')));
  });

  it('tell what a tenant is and where its services run', async () => {
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

  it('take features, gateway and centres from the saved configs', async () => {
    const id = (await rowOf('Brimham Active'))?.id ?? 0;
    expect(await rowOf('Brimham Active')).toMatchObject({ has_sms: 'no', gateway: '', centres: null });
    await setSetting(id, 'coursepro', 'ENABLE_SMS', 'True');
    await setSetting(id, 'coursepro', 'ENABLE_GTM', 'False');
    await setSetting(id, 'coursepro', 'ENABLE_VOUCHERS', 'True', 0);
    await setSetting(id, 'coursepro', 'PAYMENT_PROVIDER', 'opayo');
    await setSetting(id, 'licence', 'centres', '12');
    const row = { has_sms: 'yes', has_gtm: 'no', has_vouchers: 'no', gateway: 'opayo', centres: 12 };
    expect(await rowOf('Brimham Active')).toMatchObject(row);
    await setSetting(id, 'licence', 'centres', 'unlimited');
    expect(await rowOf('Brimham Active')).toMatchObject({ centres: null });
  });
});
