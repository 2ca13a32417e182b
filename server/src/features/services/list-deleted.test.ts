import { TOPIC } from '@mission-control/contract/topics';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseHosts, tenants, domains } from '../../fleet/tables.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from './testing/service-fleet.ts';

const DAY_MS = 86_400_000;
const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let id: number;
let count = 0;
beforeAll(() => void (api = createServiceApi(t)));
beforeEach(async () => {
  count += 1;
  t.clock.set('2026-11-21T09:00:00.000Z');
  id = await addTenant(t, `Yew ${count}`);
});
afterAll(() => api.close());

const add = async (slug: string) => {
  const choice = slug === 'coursepro' ? { database: await idOf(t, databaseHosts, 'eu-db-03'), bridge: 'xnrest' } : {};
  const body = { initialize: true, create_db: false, ...choice };
  expect((await api.send('POST', `/api/tenant/${id}/${slug}`, body)).status).toBe(200);
};
const remove = async (slug: string) => expect((await api.send('DELETE', `/api/tenant/${id}/${slug}`)).status).toBe(200);
const list = async (tenant = id) => api.send('GET', `/api/tenant/${tenant}/deleted-services`, undefined, 'viewer');
const services = async () => (await list()).body['services'] as Record<string, unknown>[];
const slugs = async () => (await services()).map(({ service }) => service);

it('is announced to what counts tenants with services, as is adding one and restoring it', async () => {
  const roster = () => readTopicVersion(t.db, TOPIC.roster);
  const before = await roster();
  await add('strive');
  await remove('strive');
  expect(await roster()).toBe(before + 2);
  expect((await api.send('POST', `/api/tenant/${id}/strive/restore`)).status).toBe(200);
  expect(await roster()).toBe(before + 3);
});

describe('GET /api/tenant/{id}/deleted-services', () => {
  it('returns who deleted it and when, how long it is kept, and what is restored with it', async () => {
    expect(await list()).toEqual({ status: 200, body: { services: [] } });
    await add('coursepro');
    await t.db.insert(domains).values({ tenantId: id, service: 'coursepro', host: `aaa-${count}.example` });
    await remove('coursepro');
    expect(await services()).toEqual([
      {
        service: 'coursepro',
        deleted_at: '2026-11-21T09:00:00.000Z',
        deleted_by: 'priya.shah',
        purge_at: '2026-12-21T09:00:00.000Z',
        hosts: [`yew-${count}.coursepro.co.uk`, `aaa-${count}.example`],
        db_host_label: 'eu-db-03',
      },
    ]);
  });

  it('has the last one of each kind of this tenant, newest first', async () => {
    for (const slug of ['strive', 'homeportal', 'strive']) {
      await add(slug);
      t.clock.advance(60_000);
      await remove(slug);
    }
    expect(await slugs()).toEqual(['strive', 'homeportal']);
    expect((await services())[0]).toMatchObject({ deleted_at: '2026-11-21T09:03:00.000Z' });
    expect((await list(await addTenant(t, `Fir ${count}`))).body).toEqual({ services: [] });
  });

  it('omits restored and expired services', async () => {
    for (const slug of ['strive', 'homeportal']) {
      await add(slug);
      await remove(slug);
    }
    expect((await api.send('POST', `/api/tenant/${id}/strive/restore`)).status).toBe(200);
    expect(await slugs()).toEqual(['homeportal']);
    t.clock.advance(30 * DAY_MS);
    expect(await slugs()).toEqual(['homeportal']);
    t.clock.advance(1);
    expect(await slugs()).toEqual([]);
  });

  it('is 404 for an unknown tenant', async () => {
    expect((await list(999_999)).status).toBe(404);
    await t.db.update(tenants).set({ deletedAt: t.clock.now() });
    expect((await list()).status).toBe(404);
  });
});
