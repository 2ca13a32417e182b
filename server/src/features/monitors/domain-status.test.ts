import type { DomainStanding } from '@mission-control/contract/monitors/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createServiceApi } from '../services/testing/service-api.ts';
import { createServiceFleet } from '../services/testing/service-fleet.ts';
import { syncDomains } from './queries-fleet.ts';
import { monitors } from './tables.ts';

const t = setUpTestCtx();
let api: ReturnType<typeof createServiceApi>;
const dns: Record<string, string[] | null> = {};
beforeAll(async () => {
  t.ports.names = { addressesOf: async (host) => dns[host] ?? (host in dns ? null : []) };
  await createServiceFleet(t);
  api = createServiceApi(t);
});
afterAll(() => api.close());

const read = (service: string, id = 1) => api.send('GET', `/api/tenant/${id}/${service}/domains`, undefined, 'viewer');

it('reports DNS records, certificate and its expiry, and the state of the monitor for each domain', async () => {
  const [first] = await t.db.select().from(domains).where(eq(domains.tenantId, 1));
  if (!first) throw new Error('The tenant has no domain.');
  const { id: _id, ...facts } = first;
  const add = (host: string) => t.db.insert(domains).values({ ...facts, service: 'coursepro', host, isPrimary: false });
  for (const host of ['a.coursepro.co.uk', 'b.a.coursepro.co.uk', 'silent.example.org']) await add(host);
  await syncDomains(t.db, t.clock.now());
  const ends = new Date('2026-12-24T00:00:00.000Z');
  await t.db.update(monitors).set({ certificateEnds: ends }).where(eq(monitors.host, 'a.coursepro.co.uk'));
  await add('new.example.org');
  Object.assign(dns, { 'a.coursepro.co.uk': ['192.0.2.4', '2001:db8::4'], 'silent.example.org': null });
  const { status, body } = await read('coursepro');
  expect(status).toBe(200);
  const found = new Map((body['domains'] as DomainStanding[]).map(({ host, ...standing }) => [host, standing]));
  expect([...found.keys()][0]).toBe(first.host);
  expect(found.get('a.coursepro.co.uk')).toMatchObject({
    addresses: ['192.0.2.4', '2001:db8::4'],
    covers: true,
    certificate: '*.coursepro.co.uk',
    certificate_ends: ends.toISOString(),
    monitor: { active: 1, status: 0, closed: null },
  });
  // A wildcard covers one label.
  expect(found.get('b.a.coursepro.co.uk')).toMatchObject({ addresses: [], certificate: null, certificate_ends: null });
  expect(found.get('silent.example.org')).toMatchObject({ addresses: null });
  expect(found.get('new.example.org')).toMatchObject({ monitor: null });
});

it('reports no certificates for a service without one, and returns 404 for what does not exist', async () => {
  const { body } = await read('strive');
  expect(body['domains']).toEqual([]);
  for (const [service, id] of [
    ['coursepro', 99_999],
    ['nothing', 1],
  ] as const)
    expect((await read(service, id)).status).toBe(404);
});
