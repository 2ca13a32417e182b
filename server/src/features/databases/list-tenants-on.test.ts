import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseHosts, tenants, tenantServices } from '../../fleet/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { databaseName } from '../../ports/tenant-databases/port.ts';
import { createServiceApi } from '../services/testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from '../services/testing/service-fleet.ts';

const t = setUpTestCtx(createServiceFleet);
let api: ReturnType<typeof createServiceApi>;
let host: number;
let owner: number;
beforeAll(async () => {
  api = createServiceApi(t);
  host = await idOf(t, databaseHosts, 'eu-db-03');
  const [row] = await t.db.select().from(tenantServices).where(eq(tenantServices.databaseHostId, host));
  if (!row) throw new Error('No service is on eu-db-03.');
  owner = row.tenantId;
});
afterAll(() => api.close());

const get = async (path: string) => api.send('GET', `/api/database/${path}`, undefined, 'viewer');

describe('the services on a database server', () => {
  it('are those of existing tenants', async () => {
    const gone = await addTenant(t, 'Gone');
    await t.db.update(tenants).set({ deletedAt: t.clock.now(), deletedBy: 'x' }).where(eq(tenants.id, gone));
    await t.db.insert(tenantServices).values({ tenantId: gone, service: 'coursepro', databaseHostId: host });
    const { status, body } = await get(`${host}/tenants`);
    expect(status).toBe(200);
    expect(body).toEqual({
      tenants: [{ tenant_id: owner, tenant_name: expect.any(String) as string, service: 'coursepro' }],
    });
  });

  it('come with the databases that no longer belong to a service', async () => {
    const server = { name: 'eu-db-03', endpoint: '' };
    const [deleted] = await t.db.select().from(tenants).where(eq(tenants.name, 'Gone'));
    const idle = await addTenant(t, 'Idle');
    const names = [owner, deleted?.id ?? 0, idle].map((id) => databaseName(id, 'coursepro'));
    for (const name of [...names, 'tenant_9999999999_insight']) await t.ports.tenantDatabases.create(server, name);
    const { body } = await get(`${host}/detached`);
    expect(body).toEqual({
      databases: [
        { name: names[1], tenant_id: deleted?.id, tenant_name: 'Gone', tenant_deleted: true },
        { name: names[2], tenant_id: idle, tenant_name: 'Idle', tenant_deleted: false },
        { name: 'tenant_9999999999_insight', tenant_id: 9_999_999_999, tenant_name: null, tenant_deleted: false },
      ],
    });
  });

  it('are 502 with the reason if the server cannot be queried', async () => {
    const list = () => Promise.reject(new AppError('target_failed', 'eu-db-03 refuses the connection.'));
    const down = createServiceApi(t, {
      ports: { ...t.ports, tenantDatabases: { ...t.ports.tenantDatabases, list } },
    });
    const { status, body } = await down.send('GET', `/api/database/${host}/detached`);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(body['error']).toMatch('eu-db-03 refuses the connection.');
    await down.close();
  });

  it.each(['0', '-1', '1.5', 'x', '999999', '99999999999999999999', '1%27%20or%201=1', '__proto__'])(
    'are 404 for the server %s',
    async (id) => {
      for (const what of ['tenants', 'detached']) {
        const { status, body } = await get(`${id}/${what}`);
        expect([400, 404, 422]).toContain(status);
        expect(body['error']).toBeDefined();
      }
    },
  );
});
