import { TOPIC } from '@mission-control/contract/topics';
import {
  getEnvironment,
  listCertificates,
  listEnvironments,
  listEnvironmentsFast,
  listRegions,
} from '@mission-control/contract/environments/calls';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { tenants, certificates, tenantServices } from '../../fleet/tables.ts';
import { markAllRowsChanged } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { configDrifts } from '../config/public.ts';
import {
  getEnvironmentDetail,
  listAllCertificates,
  listAllEnvironments,
  listAllRegions,
  listEnvironmentsWithCounts,
} from './service.ts';

const t = setUpTestCtx(importSmallInventory);

/** The counts after changes that bypass the console. */
const counts = async () => {
  await markAllRowsChanged(t.db, TOPIC.tenants);
  return Object.fromEntries(
    (await listEnvironmentsWithCounts(t)).map((one) => [one.environment_name, [one.server_count, one.tenant_count]]),
  );
};

it('returns every environment with the data of its columns [ENV-02] [ENV-04]', async () => {
  const environments = await listEnvironmentsWithCounts(t);
  expect(listEnvironments.path).toBe('/api/environment');
  expect(listEnvironments.response.parse({ environments })).toEqual({ environments });
  expect(environments.map((one) => one.environment_name)).toEqual([
    'eu-prod-str-01',
    'eu-prod-web-03',
    'eu-prod-wrk-02',
  ]);
  expect(environments[1]).toEqual({
    _id: expect.any(Number) as number,
    environment_name: 'eu-prod-web-03',
    environment_id: 'i-eu-prod-web-03',
    group_name: 'blue',
    type: 1,
    services: ['coursepro'],
    region: { _id: 1, region_name: 'eu-west-1', description: 'Ireland' },
    fqdn: 'eu-prod-web-03.example.net',
    server_count: 2,
    tenant_count: 1,
  });
});

it('counts a tenant once, whichever of its services run there as web, worker or SNS, and no deleted tenants', async () => {
  expect(await counts()).toEqual({ 'eu-prod-str-01': [1, 1], 'eu-prod-web-03': [2, 1], 'eu-prod-wrk-02': [1, 1] });
  const [web] = (await listAllEnvironments(t)).filter((one) => one.environment_name === 'eu-prod-web-03');
  const webEnvironmentId = web?._id ?? 0;
  await t.db.insert(tenantServices).values([
    { tenantId: 1, service: 'insight', webEnvironmentId, workerEnvironmentId: webEnvironmentId },
    { tenantId: 2, service: 'strive', webEnvironmentId },
    { tenantId: 3, service: 'strive', snsEnvironmentId: webEnvironmentId },
  ]);
  expect(await counts()).toMatchObject({ 'eu-prod-web-03': [2, 3] });
  await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, 1));
  expect(await counts()).toEqual({ 'eu-prod-str-01': [1, 0], 'eu-prod-web-03': [2, 2], 'eu-prod-wrk-02': [1, 0] });
});

it('shows an environment as a capacity map: servers, services by role, and drift per server', async () => {
  const [web] = (await listAllEnvironments(t)).filter((one) => one.environment_name === 'eu-prod-web-03');
  const drift = { tenantId: 3, kind: 'strive', foundAt: t.clock.now() } as const;
  await t.db.insert(configDrifts).values([
    { ...drift, host: 'eu-prod-web-03-a', hash: null },
    { ...drift, host: 'eu-prod-web-03-b', hash: 'changed' },
  ]);
  const map = await getEnvironmentDetail(t, web?._id ?? 0);
  expect(getEnvironment.response.parse(map)).toEqual(map);
  expect(map.environment.environment_name).toBe('eu-prod-web-03');
  expect(map.servers).toEqual([
    { host: 'eu-prod-web-03-a', missing: 1, changed: 0 },
    { host: 'eu-prod-web-03-b', missing: 0, changed: 1 },
  ]);
  expect(
    map.places.map(({ tenant_id: id, service, role, missing, changed }) => [id, service, role, missing, changed]),
  ).toEqual([
    [2, 'strive', 'web', 0, 0],
    [3, 'strive', 'sns', 1, 1],
  ]);
  await expect(getEnvironmentDetail(t, 999)).rejects.toMatchObject({ code: 'not_found' });
});

it('returns the environments for chips and selects without counts [TEN-69, SVC-38]', async () => {
  const environments = await listAllEnvironments(t);
  expect(listEnvironmentsFast.path).toBe('/api/environment/fast');
  expect(environments).toHaveLength(3);
  expect(environments[0]).not.toHaveProperty('tenant_count');
  for (const key of ['_id', 'environment_name', 'type', 'region']) expect(environments[0]).toHaveProperty(key);
});

it('returns the regions [TLS-51]', async () => {
  const regions = await listAllRegions(t);
  expect([listRegions.path, listRegions.query]).toEqual(['/api/region', undefined]);
  expect(listRegions.response.parse({ regions })).toEqual({
    regions: [{ _id: 1, region_name: 'eu-west-1', description: 'Ireland' }],
  });
});

it('returns the certificates by name [SVC-39]', async () => {
  await t.db.insert(certificates).values([
    { name: 'wildcard', domain: '*.example.com' },
    { name: 'a single one', domain: 'www.example.com' },
  ]);
  expect([listCertificates.method, listCertificates.path]).toEqual(['GET', '/api/certificate']);
  const found = { certificates: await listAllCertificates(t) };
  expect(listCertificates.response.parse(found)).toEqual(found);
  expect(found.certificates).toEqual([
    { _id: expect.any(Number) as number, certificate_name: 'a single one', domain: 'www.example.com' },
    { _id: expect.any(Number) as number, certificate_name: 'wildcard', domain: '*.example.com' },
  ]);
});
