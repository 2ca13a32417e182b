import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createTenantApi } from '../tenants/testing/tenant-api.ts';
import { relations } from './tables.ts';

const TENANTS = 5;
const t = setUpTestCtx();
let api: ReturnType<typeof createTenantApi>;
beforeAll(async () => {
  api = createTenantApi(t);
  await t.db.insert(regions).values({ id: 1, name: 'eu-west-1', description: 'Europe' });
  await t.db.insert(accounts).values({ id: 1, tradingName: 'Dale' });
  const at = t.clock.now();
  const facts = { regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'x' };
  await t.db
    .insert(tenants)
    .values(Array.from({ length: TENANTS }, (_, n) => ({ name: `T${n + 1}`, nameKey: `t${n + 1}`, ...facts })));
});
afterAll(() => api.close());

/** 'parent>child' */
type Edges = ReadonlySet<string>;
interface Save {
  id: number;
  list: { tenant_right: number; type: 1 | 2 }[];
}

/** Expected edges after a save; null = it is refused. */
function expected(edges: Edges, { id, list }: Save): Edges | null {
  const others = list.map((one) => one.tenant_right);
  if (others.includes(id) || new Set(others).size < others.length) return null;
  const rest = [...edges].filter((edge) => !edge.split('>').includes(String(id)));
  const own = list.map(({ tenant_right: other, type }) => (type === 1 ? `${id}>${other}` : `${other}>${id}`));
  const after = new Set([...rest, ...own]);
  return hasCycle(after) ? null : after;
}

/** Removes roots until the graph is empty or only a cycle remains. */
function hasCycle(edges: Edges): boolean {
  let left = [...edges].map((edge) => edge.split('>'));
  for (;;) {
    const below = new Set(left.map(([, child]) => child));
    const next = left.filter(([parent]) => below.has(parent));
    if (next.length === left.length) return left.length > 0;
    left = next;
  }
}

const tenant = fc.integer({ min: 1, max: TENANTS });
const save = fc.record({
  id: tenant,
  list: fc.array(fc.record({ tenant_right: tenant, type: fc.constantFrom(1 as const, 2 as const) }), { maxLength: 4 }),
});

it('matches a plain model after any sequence of saves, including refused ones [RLN-05]', async () => {
  let [taken, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(save, { minLength: 4, maxLength: 12 }), async (saves) => {
      await t.db.delete(relations);
      let edges: Edges = new Set();
      for (const one of saves) {
        const after = expected(edges, one);
        const answer = await api.send('PATCH', `/api/tenant/${one.id}`, { relations: one.list });
        expect(answer.statusCode).toBe(after ? 200 : 422);
        if (after) taken += 1;
        else refused += 1;
        edges = after ?? edges;
        const stored = await t.db.select().from(relations);
        expect(new Set(stored.map(({ parentId, childId }) => `${parentId}>${childId}`))).toEqual(edges);
        expect(stored).toHaveLength(edges.size);
      }
    }),
    { numRuns: 12 },
  );
  expect(Math.min(taken, refused)).toBeGreaterThan(10);
});
