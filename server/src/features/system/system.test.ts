import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importInventory } from '../inventory/public.ts';
import { smallInventory } from '../inventory/testing/small-inventory.ts';
import { createReportApi } from '../reports/testing/report-api.ts';
import { createTenantApi } from '../tenants/testing/tenant-api.ts';

const t = setUpTestCtx();
let api: ReturnType<typeof createTenantApi>;
beforeAll(async () => {
  api = createTenantApi(t);
  const inventory = smallInventory();
  const [brimham] = inventory.tenants;
  if (brimham) brimham.system = { timezone: 'Europe/London', php_version: '8.3.14', constructor: 'x' };
  await importInventory(t, inventory);
});
afterAll(() => api.close());

const detail = async (id: number): Promise<TenantDetail> =>
  (await api.send('GET', `/api/tenant/${id}`, undefined, 'viewer')).json<{ tenant: TenantDetail }>().tenant;

it('returns the reported system values by key, and the licence expiry [TEN-10]', async () => {
  const { system, licence_expires: expires } = await detail(1);
  expect(Object.entries(system)).toEqual([
    ['constructor', 'x'],
    ['php_version', '8.3.14'],
    ['timezone', 'Europe/London'],
  ]);
  expect(expires).toBe('2026-12-15');
});

it('returns an empty map for a tenant that never reported [TEN-10]', async () => {
  const { system, licence_expires: expires } = await detail(2);
  expect([system, expires]).toEqual([{}, null]);
});

it('returns the time of the report, or null', async () => {
  const reports = createReportApi(t);
  const web = await reports.tokenOf('eu-prod-web-03');
  const asked = (id: number) => reports.ask('viewer', 'GET', `/api/tenant/${id}/system`);
  expect((await asked(1)).json()).toEqual({ created: null });
  const created = t.clock.now().toISOString();
  const report = { report_id: '00000000-0000-4000-8000-000000000001', created };
  await reports.report(web, 'system', { ...report, tenants: [{ tenant_id: 1, system: { timezone: 'Europe/Paris' } }] });
  expect((await asked(1)).json()).toEqual({ created });
  expect((await detail(1)).system).toEqual({ timezone: 'Europe/Paris' });
  for (const id of [99, 0]) expect((await asked(id)).statusCode).toBe(404);
  await reports.close();
});
