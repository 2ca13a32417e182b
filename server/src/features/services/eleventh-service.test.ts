import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet } from './testing/service-fleet.ts';

// Adds one row; nothing else is mocked.
vi.mock('@mission-control/contract/catalogue', async (original) => {
  const { withEleventhService } = await import('@mission-control/contract/services/testing');
  return withEleventhService(await original<Parameters<typeof withEleventhService>[0]>());
});

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let id: number;
beforeAll(async () => {
  api = createServiceApi(t);
  id = await addTenant(t, 'Oak & Elm');
});
afterAll(() => api.close());

it('supports an eleventh row of the catalogue in full: adding, page, switches, config, checks, commit, removal', async () => {
  const url = `/api/tenant/${id}/kiosk`;
  const tenantOf = ({ body }: { body: Record<string, unknown> }) => body['tenant'] as Record<string, unknown>;
  const added = await api.send('POST', url, { initialize: true });
  expect(added.status).toBe(200);
  expect(tenantOf(added)).toMatchObject({ kiosk_tenant: { cron: true }, kiosk_url: 'https://oak-elm.kiosk.example' });

  const list = await api.send('GET', '/api/tenant');
  expect(list.body['tenants']).toContainEqual(expect.objectContaining({ _id: id, kiosk_tenant: true }));

  const page = {
    domains: { kiosk: [{ host: 'tills.example', is_primary: true }] },
    kiosk_tenant: { web_environment_id: null },
  };
  expect(tenantOf(await api.send('PATCH', `/api/tenant/${id}`, page))).toMatchObject({
    kiosk_url: 'https://tills.example',
  });
  expect(tenantOf(await api.send('PATCH', `/api/tenant/${id}`, { kiosk_tenant: { cron: false } }))).toMatchObject({
    kiosk_tenant: { cron: false },
  });

  const saved = await api.send('POST', url, { added: [{ key: 'TILL', value: 'a "b"', type: 2 }] });
  expect(saved).toMatchObject({ status: 200, body: { warnings: [], revision: 1 } });
  expect(await api.send('GET', `${url}/validate`)).toMatchObject({ body: { valid: true } });
  expect((await api.send('GET', `${url}/preview`)).body).toMatchObject({ path: `tenants/${id}/kiosk.env` });
  const commit = await api.send('PUT', url);
  expect(commit).toMatchObject({ status: 200, body: { type: 5, service: 'kiosk', revision: 1 } });
  const tenant = (await api.send('GET', `/api/tenant/${id}`)).body['tenant'] as TenantDetail;
  expect(tenant.service_hashes['kiosk']).toEqual({ stored: tenant.config_hashes[5], current: tenant.config_hashes[5] });

  expect(tenantOf(await api.send('DELETE', url))).toMatchObject({ kiosk_tenant: null });
});
