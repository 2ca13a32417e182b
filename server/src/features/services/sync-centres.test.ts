import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseHosts, domains } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { CentreSync } from '../../ports/centre-sync.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from './testing/service-fleet.ts';

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let id: number;
let count = 0;
let sync: CentreSync['sync'];
const asked: Parameters<CentreSync['sync']>[0][] = [];
beforeAll(() => {
  const centreSync: CentreSync = {
    sync: (hosts) => {
      asked.push(hosts);
      return sync(hosts);
    },
  };
  api = createServiceApi(t, { ports: { ...t.ports, centreSync } });
});
beforeEach(async () => {
  count += 1;
  id = await addTenant(t, `Elm ${count}`);
  asked.length = 0;
  sync = async () => ({ centres: 4, languages: 2 });
});
afterAll(() => api.close());

async function add(...slugs: string[]): Promise<void> {
  const database = await idOf(t, databaseHosts, 'eu-db-03');
  for (const slug of slugs) {
    const choice = slug === 'coursepro' ? { database, bridge: 'xnrest' } : {};
    const { status } = await api.send('POST', `/api/tenant/${id}/${slug}`, {
      initialize: true,
      create_db: false,
      ...choice,
    });
    expect(status).toBe(200);
  }
}
const run = (role?: Parameters<typeof api.send>[3]) =>
  api.send('GET', `/api/tenant/${id}/coursepro/centre-sync`, undefined, role);
const lastEvent = async () =>
  (await t.db.select().from(auditEvents).where(eq(auditEvents.tenantId, id)).orderBy(desc(auditEvents.id)).limit(1))[0];

describe('GET /api/tenant/{id}/coursepro/centre-sync', () => {
  it('copies them between the primary domains, returns ok and message, and is recorded [TEN-70]', async () => {
    await add('coursepro', 'strive');
    await t.db
      .insert(domains)
      .values({ tenantId: id, service: 'coursepro', host: `aaa-${count}.example`, isPrimary: false });
    const hosts = { coursepro: `elm-${count}.coursepro.co.uk`, strive: `elm-${count}.api.strive.co.uk` };
    expect(await run()).toEqual({
      status: 200,
      body: { ok: true, message: 'Centres and languages synced to strive' },
    });
    expect(asked).toEqual([hosts]);
    expect(await lastEvent()).toMatchObject({
      action: 'strive.centres-synced',
      actor: 'priya.shah',
      subject: `Elm ${count} Strive`,
      after: { ...hosts, centres: 4, languages: 2 },
    });
  });

  it('returns the reason of a failure, which is recorded too [TEN-70, TEN-72]', async () => {
    await add('coursepro', 'strive');
    const message = 'elm.api.strive.co.uk answered with an error (500).';
    sync = () => Promise.reject(new AppError('target_failed', message));
    expect(await run()).toEqual({ status: 200, body: { ok: false, message } });
    expect(await lastEvent()).toMatchObject({ action: 'strive.centre-sync-failed', after: { message } });
  });

  it('does not report an internal error as a failure of a site', async () => {
    await add('coursepro', 'strive');
    sync = () => Promise.reject(new TypeError('x is not a function'));
    expect(await run()).toMatchObject({ status: 500, body: { code: 'internal' } });
  });

  it('is refused without both services, a primary domain or the tenant, and for viewers [TEN-45]', async () => {
    expect(await run()).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('no CoursePro service') as string },
    });
    await add('coursepro');
    expect(await run()).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('no Strive service') as string },
    });
    await add('strive');
    await t.db.update(domains).set({ isPrimary: false }).where(eq(domains.tenantId, id));
    expect(await run()).toMatchObject({
      status: 422,
      body: { error: 'CoursePro has no primary domain. Give it one first.' },
    });
    expect((await run('viewer')).status).toBe(403);
    expect((await api.send('GET', '/api/tenant/999999/coursepro/centre-sync')).status).toBe(404);
    expect((await api.send('GET', `/api/tenant/${id}/strive/centre-sync`)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
