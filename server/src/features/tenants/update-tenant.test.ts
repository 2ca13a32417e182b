import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { getTenantDetail } from './get-tenant.ts';
import { createTenantApi, statuses } from './testing/tenant-api.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReturnType<typeof createTenantApi>;
const ID = 1;
beforeAll(() => void (api = createTenantApi(t)));
beforeEach(() => {
  t.clock.advance(3_600_000);
});
afterAll(() => api.close());

const patch = (body: unknown, id: number | string = ID) => api.send('PATCH', `/api/tenant/${id}`, body);
const rowOf = async (id = ID) => (await t.db.select().from(tenants).where(eq(tenants.id, id)))[0];
const servicesOf = (id = ID) =>
  t.db.select().from(tenantServices).where(eq(tenantServices.tenantId, id)).orderBy(tenantServices.service);
const eventCount = async (): Promise<number> => (await t.db.select({ id: auditEvents.id }).from(auditEvents)).length;
const everything = async () => ({
  row: await rowOf(),
  services: await servicesOf(),
  detail: { ...(await getTenantDetail(t, ID)), log_level: null },
  events: await eventCount(),
});

describe('each form of PATCH', () => {
  it.each([
    [{ status: false }, { active: false }],
    [{ status: '1' }, { active: true }],
    [{ staging: 1 }, { staging: true }],
    [{ deployment_group: 'dev' }, { deploymentGroup: 'dev' }],
  ])('%j changes that column and no other (C-061)', async (body, column) => {
    const before = await rowOf();
    const services = await servicesOf();
    const answer = await patch(body);
    expect(answer.statusCode).toBe(200);
    expect(await rowOf()).toEqual({
      ...before,
      ...column,
      version: (before?.version ?? 0) + 1,
      updatedAt: t.clock.now(),
      updatedBy: 'priya.shah',
    });
    expect(await servicesOf()).toEqual(services);
    const stored = await getTenantDetail(t, ID);
    expect(answer.json()).toMatchObject({ tenant: stored });
  });

  it('changes one switch of one service and nothing else', async () => {
    const [row, services] = [await rowOf(), await servicesOf()];
    expect((await patch({ coursepro_tenant: { maintenance: true } })).statusCode).toBe(200);
    expect(await servicesOf()).toEqual(
      services.map((one) => (one.service === 'coursepro' ? { ...one, maintenance: true } : one)),
    );
    const expected = { version: (row?.version ?? 0) + 1, updatedAt: t.clock.now(), updatedBy: 'priya.shah' };
    expect(await rowOf()).toEqual({ ...row, ...expected });
  });

  it('stores a deployment group with the previous one, and returns it [TEN-68] (C-069)', async () => {
    await patch({ deployment_group: 'staging' });
    const answer = (await patch({ deployment_group: 'production' })).json<{ deployment_group: string }>();
    expect(answer.deployment_group).toBe('production');
    expect((await t.db.select().from(auditEvents)).at(-1)).toMatchObject({
      action: 'tenant.updated',
      before: { deployment_group: 'staging' },
      after: { deployment_group: 'production' },
    });
  });
});

it.each([
  [{ status: false }],
  [{ staging: '0' }],
  [{ deployment_group: 'qa-2' }],
  [{ strive_tenant: { maintenance: true } }],
  [{ relations: [{ tenant_right: 2, type: 1 }] }],
  [{ relations: [{ id: 1, tenant_right: '2', type: '2' }] }],
  [{ domains: { coursepro: [{ host: 'a.coursepro.co.uk', is_primary: 1 }] } }],
  [{ strive_tenant: { web_environment_id: null } }],
  [{ coursepro_tenant: { worker_environment_id: null, sns_environment_id: null, certificate: null } }],
  [{ domains: { strive: [{ host: 'a.strive.co.uk', is_primary: true }] }, strive_tenant: { web_environment_id: 3 } }],
])('accepts the form %j, and shows it [TEN-59]', async (body) => {
  const before = await getTenantDetail(t, ID);
  const answer = await patch(body);
  expect([answer.statusCode, answer.json<{ error?: unknown }>().error]).toEqual([200, undefined]);
  const tenant = await getTenantDetail(t, ID);
  expect(answer.json()).toMatchObject({ tenant });
  const { version, updated_at, updated_by } = tenant;
  expect(tenant).not.toEqual({ ...before, version, updated_at, updated_by });
});

it.each([
  [{ status: true }],
  [{ staging: false }],
  [{ deployment_group: 'production' }],
  [{ strive_tenant: { cron: true } }],
])('PATCH %j writes nothing when repeated', async (body) => {
  await patch(body);
  const before = await everything();
  for (let n = 0; n < 3; n += 1) expect((await patch(body)).statusCode).toBe(200);
  expect(await everything()).toEqual(before);
});

describe('a stale version', () => {
  it.each([
    [0, 'just now'],
    [12_000, '12 s ago'],
    [3 * 60_000, '3 min ago'],
    [2 * 3_600_000, '2 h ago'],
    [25 * 3_600_000, '1 day ago'],
    [50 * 3_600_000, '2 days ago'],
  ])('is refused, naming who changed it and when (%i ms)', async (ms, ago) => {
    const { version } = await getTenantDetail(t, ID);
    const at = t.clock.now();
    const { status } = await getTenantDetail(t, ID);
    expect((await patch({ version, status: !status })).statusCode).toBe(200);
    t.clock.advance(ms);
    const before = await everything();
    const answer = await patch({ version, staging: true });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      error: [`priya.shah changed this tenant ${ago}. Check it, then try again.`],
      details: { version: version + 1, updated_by: 'priya.shah', updated_at: at.toISOString() },
    });
    expect(await everything()).toEqual(before);
  });

  it('lets exactly one of two changes to the same version succeed', async () => {
    const { version, status } = await getTenantDetail(t, ID);
    const answers = await Promise.all([
      patch({ version, status: !status }),
      patch({ version, deployment_group: 'dev' }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect((await getTenantDetail(t, ID)).version).toBe(version + 1);
  });
});

describe('an invalid PATCH', () => {
  it.each([
    [{}],
    [{ version: 1 }],
    [{ status: true, staging: true }],
    [{ status: true, coursepro_tenant: { cron: true } }],
    [{ coursepro_tenant: { cron: true }, strive_tenant: { cron: true } }],
    [{ coursepro_tenant: { cron: true, maintenance: true } }],
    [{ coursepro_tenant: {} }],
    [{ coursepro_tenant: { version: '9' } }],
    [{ status: 'yes' }],
    [{ status: 2 }],
    [{ status: null }],
    [{ tenant_name: 'Other' }],
    [{ id: 5, status: true }],
    [{ constructor: true }],
    [{ deployment_group: '' }],
    [{ deployment_group: 'Prod!' }],
    [{ deployment_group: 'x'.repeat(41) }],
    [{ domains: {} }],
    [{ domains: { constructor: [] } }],
    [{ domains: { strive: [] }, coursepro_tenant: { certificate: null } }],
    ['{"status":true,"__proto__":{"admin":true}}'],
    ['[{"status":true}]'],
    ['null'],
  ])('%j is refused with 400 and a list of errors, and writes nothing (C-035) (C-036)', async (body) => {
    const before = await everything();
    const answer = await patch(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ error: string[] }>().error[0]).toMatch(/./);
    expect(await everything()).toEqual(before);
  });

  it.each(['0', '-1', '1.5', '2147483648', '1e400', 'abc', 'constructor', '%31%00', '1;drop', '999999'])(
    'there is no tenant %s',
    async (id) => {
      const answer = await patch({ status: true }, id);
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.json<{ msg: string }>().msg).toMatch(/\.$/);
    },
  );

  it('is refused for a switch that the service does not have', async () => {
    const before = await everything();
    expect((await patch({ coachportal_tenant: { cron: true } })).statusCode).toBe(422);
    expect((await patch({ insight_tenant: { cron: true } })).statusCode).toBe(404);
    expect(await everything()).toEqual(before);
  });

  it('requires an operator', async () => {
    expect((await api.send('PATCH', `/api/tenant/${ID}`, { status: false }, 'viewer')).statusCode).toBe(403);
  });
});

it('returns the whole tenant, like GET', async () => {
  const { tenant } = (await patch({ status: true })).json<{ tenant: TenantDetail }>();
  const read = (await api.send('GET', `/api/tenant/${ID}`)).json<{ tenant: TenantDetail }>();
  expect(tenant).toEqual(read.tenant);
});
