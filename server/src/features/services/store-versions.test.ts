import type { TenantDetail, TenantRow } from '@mission-control/contract/tenants/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { releaseTargets } from '../releases/public.ts';
import { createReportApi, type ReportApi } from '../reports/testing/report-api.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
let token: string;
beforeAll(async () => {
  api = createReportApi(t);
  token = await api.tokenOf('eu-prod-web-03');
});
afterAll(() => api.close());

async function report(minutesAgo: number, version: string, database: string | null): Promise<void> {
  const created = new Date(t.clock.now().getTime() - minutesAgo * 60_000);
  const body = api.body([{ tenant_id: 1, version, db_version: database }], created);
  expect((await api.report(token, 'versions', body)).json()).toEqual({ accepted: 1, duplicate: false, refused: [] });
}
const card = async () =>
  (await api.ask('viewer', 'GET', '/api/tenant/1')).json<{ tenant: TenantDetail }>().tenant.coursepro_tenant;
const row = async () =>
  (await api.ask('viewer', 'GET', '/api/tenant')).json<{ tenants: TenantRow[] }>().tenants.find(({ _id }) => _id === 1);

it('shows the last reported versions on the card and in the list, ignoring late reports [TLS-05] [TEN-32]', async () => {
  expect(await card()).toMatchObject({ version: '4.18.1', version_reported_at: null });
  await report(10, '4.20.0', '3.300');
  await report(20, '4.19.0', '3.250');
  expect(await card()).toMatchObject({
    version: '4.20.0',
    db_version: '3.300',
    version_reported_at: new Date(t.clock.now().getTime() - 600_000).toISOString(),
  });
  expect(await row()).toMatchObject({ coursepro_version: '4.20.0', db_version: '3.300' });
  await report(5, '4.20.1', null);
  expect(await row()).toMatchObject({ coursepro_version: '4.20.1', db_version: null });
});

it('names the version deployed for the deployment group while the tenant runs another one', async () => {
  const wanted = async () => [(await card())?.wanted_version, (await row())?.wanted_version];
  expect(await wanted()).toEqual([null, null]);
  await t.db.insert(releaseTargets).values([
    { service: 'coursepro-only', env: 'prod', version: '4.21.0' },
    { service: 'coursepro-only', env: 'staging', version: '4.22.0' },
    { service: 'strive', env: 'prod', version: '9.9.9' },
  ]);
  await report(4, '4.20.2', '3.300');
  expect(await wanted()).toEqual(['4.21.0', '4.21.0']);
  await report(3, '4.21.0', '3.310');
  expect(await wanted()).toEqual([null, null]);
  await t.db.update(tenants).set({ deploymentGroup: 'elsewhere' }).where(eq(tenants.id, 1));
  await report(2, '4.21.1', '3.310');
  expect(await wanted()).toEqual([null, null]);
});

it('refuses empty, long and multi-line versions, and ignores tenants of other environments', async () => {
  for (const version of ['', 'x'.repeat(51), 'a\nb', 4, null]) {
    const body = api.body([{ tenant_id: 1, version, db_version: null }]);
    expect((await api.report(token, 'versions', body)).statusCode, String(version)).toBe(400);
  }
  const body = api.body([{ tenant_id: 2_000_000, version: '1', db_version: null }]);
  expect((await api.report(token, 'versions', body)).json()).toMatchObject({ accepted: 0, refused: [2_000_000] });
});
