import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { createLiveHub } from '../../platform/events/hub.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createTenantApi } from '../tenants/testing/tenant-api.ts';
import { relations } from './tables.ts';

const t = setUpTestCtx();
let api: ReturnType<typeof createTenantApi>;
beforeAll(async () => {
  api = createTenantApi(t);
  await t.db.insert(regions).values({ id: 1, name: 'eu-west-1', description: 'Europe' });
  await t.db.insert(accounts).values({ id: 1, tradingName: 'Dale' });
});
beforeEach(async () => {
  await t.db.execute(sql`truncate ${tenants} restart identity cascade`);
  // Tenants 1 to 6: A to F.
  await addTenants(['A', 'B', 'C', 'D', 'E', 'F']);
});
afterAll(() => api.close());

async function addTenants(names: string[]): Promise<void> {
  const at = t.clock.now();
  await t.db.insert(tenants).values(
    names.map((name) => ({
      name,
      nameKey: name,
      regionId: 1,
      accountId: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: 'x',
    })),
  );
}

const read = async (id: number): Promise<TenantDetail> =>
  (await api.send('GET', `/api/tenant/${id}`)).json<{ tenant: TenantDetail }>().tenant;
const put = (id: number, list: unknown) => api.send('PATCH', `/api/tenant/${id}`, { relations: list });
const shown = async (id: number) =>
  (await read(id)).relations.map((one) => `${one.type === 1 ? 'parent of' : 'child of'} ${one.tenant_right_name}`);
const stored = async () => (await t.db.select().from(relations).orderBy(relations.id)).map(Object.values);
const parentOf = (other: unknown, id?: number | null) => ({
  ...(id !== undefined && { id }),
  tenant_right: other,
  type: 1,
});
const childOf = (other: unknown, id?: number) => ({ ...(id !== undefined && { id }), tenant_right: other, type: 2 });
const remove = (id: number) => t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, id));
const restore = (id: number) => t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, id));
const faultsOf = async (id: number, list: unknown) => {
  const answer = await put(id, list);
  const body = answer.json<{ error: string | string[]; code?: string; fields?: Record<string, string> }>();
  expect([answer.statusCode, body.code]).toEqual([422, 'refused']);
  return { error: [body.error].flat(), fields: body.fields };
};

describe('saving relations', () => {
  it('adds, changes and removes in one list, and returns every documented key [RLN-05] [RLN-03] [TEN-03]', async () => {
    const saved = await put(1, [parentOf(2), childOf('3'), { id: null, tenant_right: 4, type: '1' }]);
    expect(saved.statusCode).toBe(200);
    const first = (await read(1)).relations;
    expect(saved.json<{ tenant: TenantDetail }>().tenant.relations).toEqual(first);
    expect(first).toEqual([
      { id: 1, idx: 0, type: 1, tenant_left: 1, tenant_right: 2, tenant_right_name: 'B' },
      { id: 2, idx: 1, type: 2, tenant_left: 1, tenant_right: 3, tenant_right_name: 'C' },
      { id: 3, idx: 2, type: 1, tenant_left: 1, tenant_right: 4, tenant_right_name: 'D' },
    ]);
    await put(1, [parentOf(2, 1), parentOf(3, 2), childOf(5)]);
    expect(await stored()).toEqual([
      [1, 1, 2],
      [2, 1, 3],
      [4, 5, 1],
    ]);
    await put(1, []);
    expect(await stored()).toEqual([]);
  });

  it('stores one row, shown at both ends from their point of view (C-112)', async () => {
    await put(1, [parentOf(2)]);
    expect([await shown(1), await shown(2)]).toEqual([['parent of B'], ['child of A']]);
    const [relation] = (await read(2)).relations;
    await put(2, [parentOf(1, relation?.id)]);
    expect([await shown(1), await shown(2)]).toEqual([['child of B'], ['parent of A']]);
    expect(await stored()).toEqual([[1, 2, 1]]);
  });

  it('lets two relations swap their other ends', async () => {
    await put(1, [parentOf(2), childOf(3)]);
    await put(1, [parentOf(3, 1), childOf(2, 2)]);
    expect(await stored()).toEqual([
      [1, 1, 3],
      [2, 2, 1],
    ]);
  });

  it('keeps a relation listed without its id', async () => {
    await put(1, [parentOf(2), parentOf(3)]);
    await put(1, [parentOf(3), childOf(2)]);
    expect(await stored()).toEqual([
      [1, 2, 1],
      [2, 1, 3],
    ]);
  });

  it('keeps relations to deleted tenants, and shows them again after a restore', async () => {
    await put(1, [parentOf(2), childOf(3)]);
    await remove(2);
    expect(await shown(1)).toEqual(['child of C']);
    await put(1, []);
    await restore(2);
    expect(await shown(1)).toEqual(['parent of B']);
  });

  it('raises the versions of affected tenants only', async () => {
    await put(1, [parentOf(2), parentOf(3)]);
    await put(1, [parentOf(2), parentOf(4)]);
    const versions = await t.db.select({ version: tenants.version }).from(tenants).orderBy(tenants.id);
    expect(versions.map((one) => one.version)).toEqual([3, 2, 3, 2, 1, 1]);
    expect(await read(3)).toMatchObject({ updated_by: 'priya.shah' });
  });

  it('records changes by name, and announces every affected tenant', async () => {
    const hub = await createLiveHub(t.open, t);
    const seen: string[][] = [];
    const stop = hub.subscribe((message) => void (message.kind === 'change' && seen.push(message.event.topics)));
    await put(1, [parentOf(3), parentOf(2), childOf(4)]);
    await put(1, [parentOf(2), childOf(5)]);
    await expect.poll(() => seen).toHaveLength(2);
    stop();
    await hub.close();
    expect(seen.map((topics) => topics.toSorted())).toEqual([
      ['audit', 'tenant:1', 'tenant:2', 'tenant:3', 'tenant:4', 'tenants'],
      ['audit', 'tenant:1', 'tenant:3', 'tenant:4', 'tenant:5', 'tenants'],
    ]);
    const [event] = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({
      action: 'relations.changed',
      subject: 'A',
      tenantId: 1,
      actor: 'priya.shah',
      before: { parent_of: ['B', 'C'], child_of: ['D'] },
      after: { parent_of: ['B'], child_of: ['E'] },
    });
  });

  it('records nothing for an unchanged list', async () => {
    await put(1, [parentOf(2), childOf(3)]);
    const before = [await read(1), await t.db.$count(auditEvents)];
    expect((await put(1, [childOf(3), parentOf(2, 1)])).statusCode).toBe(200);
    expect([await read(1), await t.db.$count(auditEvents)]).toEqual(before);
  });

  it('accepts the maximum number, and replaces all of them', async () => {
    await addTenants(Array.from({ length: 1000 }, (_, at) => `Many ${at}`));
    const list = (from: number) => Array.from({ length: 500 }, (_, at) => parentOf(from + at));
    expect((await put(1, list(7))).statusCode).toBe(200);
    expect((await put(1, list(507))).statusCode).toBe(200);
    expect((await read(1)).relations).toHaveLength(500);
    expect((await put(1, [...list(7), parentOf(2)])).statusCode).toBe(400);
  });
});

describe('a list of relations is refused', () => {
  it('with all faults at once, and nothing is written', async () => {
    await put(3, [parentOf(4)]);
    await remove(6);
    const before = await stored();
    const { error, fields } = await faultsOf(1, [
      parentOf('1'),
      parentOf(2),
      childOf(2),
      parentOf(6),
      parentOf(2_147_483_647),
      parentOf(5, 1),
      parentOf(3, 2_147_483_647),
    ]);
    expect(error).toEqual([
      'A tenant cannot have a relation to itself.',
      'B is listed twice. Two tenants can have one relation only.',
      'There is no tenant 6. It may have been deleted.',
      'There is no tenant 2147483647. It may have been deleted.',
      'The tenant has no relation 1. Read its relations again.',
      'The tenant has no relation 2147483647. Read its relations again.',
    ]);
    expect(Object.keys(fields ?? {})).toEqual([
      'relations.0.tenant_right',
      'relations.2.tenant_right',
      'relations.3.tenant_right',
      'relations.4.tenant_right',
      'relations.5.id',
      'relations.6.id',
    ]);
    expect(await stored()).toEqual(before);
    expect(await read(1)).toMatchObject({ version: 1, relations: [] });
  });

  it('if it names a relation of other tenants or a hidden one', async () => {
    await put(3, [parentOf(4)]);
    await put(1, [parentOf(2)]);
    await remove(2);
    expect((await faultsOf(1, [parentOf(5, 1)])).error).toHaveLength(1);
    expect((await faultsOf(1, [parentOf(5, 2)])).error).toHaveLength(1);
    expect(await stored()).toEqual([
      [1, 3, 4],
      [2, 1, 2],
    ]);
  });

  it.each([
    [
      'a cycle of three',
      [
        [1, 2],
        [2, 3],
      ] as const,
      3,
      [parentOf(1)],
      ['A cannot be a child of C, which is below it: C › A › B › C.'],
    ],
    [
      'a cycle that only the list closes',
      [[2, 3]] as const,
      1,
      [parentOf(2), childOf(3)],
      ['B cannot be a child of A, which is below it: A › B › C › A.'],
    ],
    [
      'two cycles',
      [
        [1, 2],
        [2, 3],
        [4, 3],
      ] as const,
      3,
      [parentOf(1), parentOf(4, 3)],
      ['A cannot be a child of C, which is below it: C › A › B › C.'],
    ],
  ])('if it creates %s', async (_what, edges, id, list, faults) => {
    await t.db.insert(relations).values(edges.map(([parentId, childId]) => ({ parentId, childId })));
    // Existing relations stay in the list.
    const own = (await read(id)).relations.filter(
      (one) => !list.some((entry) => entry.tenant_right === one.tenant_right),
    );
    const { error, fields } = await faultsOf(id, [
      ...list,
      ...own.map((one) => ({ id: one.id, tenant_right: one.tenant_right, type: one.type })),
    ]);
    expect(error).toEqual(faults);
    expect(Object.keys(fields ?? {})).toEqual(['relations.0.tenant_right']);
  });

  it('if it creates a cycle through a deleted tenant, which may be restored', async () => {
    await put(1, [parentOf(2)]);
    await put(2, [childOf(1), parentOf(3)]);
    await remove(2);
    expect((await faultsOf(3, [parentOf(1)])).error).toEqual([
      'A cannot be a child of C, which is below it: C › A › B › C.',
    ]);
    await remove(1);
    await restore(2);
    expect((await faultsOf(2, [parentOf(4), childOf(4)])).error).toHaveLength(1);
  });

  it('but not if it reverses the only path', async () => {
    await put(1, [parentOf(2)]);
    await put(2, [childOf(1), parentOf(3)]);
    expect((await put(1, [childOf(2)])).statusCode).toBe(200);
    expect((await put(3, [childOf(2), parentOf(4)])).statusCode).toBe(200);
    expect((await put(1, [childOf(2), childOf(3), childOf(4)])).statusCode).toBe(200);
  });

  it('if it creates a cycle together with a concurrent save', async () => {
    for (let round = 0; round < 5; round += 1) {
      await t.db.delete(relations);
      await t.db.insert(relations).values([
        { parentId: 1, childId: 2 },
        { parentId: 3, childId: 4 },
      ]);
      const answers = await Promise.all([put(2, [childOf(1), parentOf(3)]), put(4, [childOf(3), parentOf(1)])]);
      expect(answers.map((one) => one.statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
      expect(await stored()).toHaveLength(3);
    }
  });

  it('but stores one relation if both ends relate to each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([put(5, [parentOf(6)]), put(6, [parentOf(5)])]);
      // The second save reverses the relation, as it would without concurrency.
      expect(answers.map((one) => one.statusCode)).toEqual([200, 200]);
      expect(await stored()).toHaveLength(1);
    }
  });

  it.each([
    [[parentOf(2), { tenant_right: 3, type: 3 }]],
    [[{ tenant_right: 2, type: true }]],
    [[{ tenant_right: '2; drop table relations', type: 1 }]],
    [[parentOf(2_147_483_648)]],
    [[parentOf(2, -1)]],
    [[parentOf(2, 1e300)]],
    [[{ ...parentOf(2), tenant_left: 5 }]],
    [{ 0: parentOf(2) }],
    [null],
    ['1'],
  ])('if it is the malformed %j', async (list) => {
    const answer = await put(1, list);
    expect(answer.statusCode).toBe(400);
    expect(await stored()).toEqual([]);
  });
});

it('is read-only for viewers', async () => {
  expect((await api.send('PATCH', '/api/tenant/1', { relations: [parentOf(2)] }, 'viewer')).statusCode).toBe(403);
});
