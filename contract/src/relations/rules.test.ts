import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findCycle,
  cycleMessage,
  cyclesThrough,
  RELATION_OPTIONS,
  relationFaults,
  suitsLiveToTest,
  type ParentEdge,
} from './rules.ts';
import { relationInput } from './schema.ts';

const nameOf = (id: number): string => `T${id}`;

describe('relationFaults', () => {
  it('reports all faults of a list at once', () => {
    const list = [{ tenant_right: 2 }, { id: 9, tenant_right: 1 }, { id: 9, tenant_right: 2 }, { tenant_right: 3 }];
    expect(relationFaults(1, list, nameOf)).toEqual([
      { at: 1, field: 'tenant_right', message: 'A tenant cannot have a relation to itself.' },
      { at: 2, field: 'tenant_right', message: 'T2 is listed twice. Two tenants can have one relation only.' },
      { at: 2, field: 'id', message: 'Relation 9 is listed twice.' },
    ]);
  });

  it('accepts exactly the lists with unique other tenants and unique ids', () => {
    const entry = fc.record({
      id: fc.option(fc.integer({ min: 1, max: 8 })),
      tenant_right: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (list) => {
        const others = list.map((one) => one.tenant_right);
        const ids = list.flatMap((one) => one.id ?? []);
        const sound = !others.includes(1) && new Set(others).size === others.length && new Set(ids).size === ids.length;
        expect(relationFaults(1, list, nameOf).length === 0).toBe(sound);
      }),
    );
  });
});

/** All descendants of a tenant, by naive fixed-point iteration. */
function naiveDescendants(edges: readonly ParentEdge[], from: number): Set<number> {
  const reached = new Set<number>();
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { parent, child } of edges) if (parent === from || reached.has(parent)) reached.add(child);
  }
  return reached;
}

const node = fc.integer({ min: 1, max: 7 });
const graph = fc.array(fc.record({ parent: node, child: node }), { maxLength: 14 });

describe('cyclesThrough', () => {
  it('finds a cycle if and only if the tenant is its own descendant', () => {
    fc.assert(
      fc.property(graph, node, (edges, tenant) => {
        expect(cyclesThrough(tenant, edges).length > 0).toBe(naiveDescendants(edges, tenant).has(tenant));
      }),
      { numRuns: 500 },
    );
  });

  it('names each child on a cycle once, with an existing simple path back', () => {
    fc.assert(
      fc.property(graph, node, (edges, tenant) => {
        const ways = cyclesThrough(tenant, edges);
        for (const way of ways) {
          expect([way[0], way.at(-1)]).toEqual([tenant, tenant]);
          expect(new Set(way).size).toBe(way.length - 1);
          for (const [at, parent] of way.slice(0, -1).entries())
            expect(edges).toContainEqual({ parent, child: way[at + 1] });
        }
        const children = new Set(edges.filter((edge) => edge.parent === tenant).map((edge) => edge.child));
        const guilty = [...children].filter((child) => child === tenant || naiveDescendants(edges, child).has(tenant));
        expect(ways.map((way) => way[1])).toEqual(guilty);
      }),
      { numRuns: 500 },
    );
  });

  it('handles a chain of ten thousand', () => {
    const edges = Array.from({ length: 10_000 }, (_, at) => ({ parent: at, child: (at + 1) % 10_000 }));
    expect(cyclesThrough(5, edges)[0]).toHaveLength(10_001);
  });
});

describe('findCycle', () => {
  it('finds an existing cycle if and only if some tenant is its own descendant', () => {
    let reached = 0;
    fc.assert(
      fc.property(graph, (edges) => {
        const cycle = findCycle(edges);
        const nodes = edges.map((edge) => edge.parent);
        expect(cycle !== null).toBe(nodes.some((one) => naiveDescendants(edges, one).has(one)));
        if (!cycle) return;
        reached += 1;
        expect(cycle[0]).toBe(cycle.at(-1));
        expect(new Set(cycle).size).toBe(cycle.length - 1);
        for (const [at, parent] of cycle.slice(0, -1).entries())
          expect(edges).toContainEqual({ parent, child: cycle[at + 1] });
      }),
      { numRuns: 1000 },
    );
    expect(reached).toBeGreaterThan(0);
  });

  it('handles a chain and a ring of twenty thousand', () => {
    const ring = Array.from({ length: 20_000 }, (_, at) => ({ parent: at, child: (at + 1) % 20_000 }));
    expect(findCycle(ring)).toHaveLength(20_001);
    expect(findCycle(ring.slice(1))).toBeNull();
  });
});

it('states what closes the cycle, and omits the middle of a long one', () => {
  expect(cycleMessage(['A', 'B', 'C', 'A'])).toBe('B cannot be a child of A, which is below it: A › B › C › A.');
  expect(cycleMessage('A,B,C,D,E,F,G,H,A'.split(','))).toBe(
    'B cannot be a child of A, which is below it: A › B › C › D › … › H › A.',
  );
});

it('labels the relation types [RLN-04]', () => {
  expect(RELATION_OPTIONS).toEqual({ 1: 'is parent of', 2: 'is child of' });
});

it('lets only a parent with both tenants go from live to test [RLN-07]', () => {
  const both = { tenant_left: 1, tenant_right: 2 };
  expect(suitsLiveToTest({ type: 1, ...both })).toBe(true);
  expect(suitsLiveToTest({ type: 2, ...both })).toBe(false);
  expect(suitsLiveToTest({ type: null, ...both })).toBe(false);
  expect(suitsLiveToTest({ type: 1, ...both, tenant_right: null })).toBe(false);
  expect(suitsLiveToTest({ type: 1, ...both, tenant_left: null })).toBe(false);
});

describe('an entry of the list', () => {
  it('accepts strings of digits as numbers', () => {
    expect(relationInput.parse({ tenant_right: '12', type: '2' })).toEqual({ tenant_right: 12, type: 2 });
    expect(relationInput.parse({ id: null, tenant_right: 12, type: 1 })).toEqual({
      id: null,
      tenant_right: 12,
      type: 1,
    });
  });

  it.each([
    [{ tenant_right: 2, type: 3 }],
    [{ tenant_right: 2, type: 0 }],
    [{ tenant_right: 2, type: true }],
    [{ tenant_right: 2, type: null }],
    [{ tenant_right: [2], type: 1 }],
    [{ tenant_right: '', type: 1 }],
    [{ tenant_right: ' 2', type: 1 }],
    [{ tenant_right: '1e1', type: 1 }],
    [{ tenant_right: 2.5, type: 1 }],
    [{ tenant_right: 0, type: 1 }],
    [{ tenant_right: 2_147_483_648, type: 1 }],
    [{ tenant_right: '9999999999', type: 1 }],
    [{ tenant_right: 1e300, type: 1 }],
    [{ id: 1e300, tenant_right: 2, type: 1 }],
    [{ id: -1, tenant_right: 2, type: 1 }],
    [{ id: '1', tenant_right: 2, type: 1 }],
    [{ tenant_right: 2, type: 1, tenant_left: 5 }],
    [{ tenant_right: 2 }],
  ])('is rejected as %j', (entry) => {
    expect(relationInput.safeParse(entry).success).toBe(false);
  });
});
