import type { RelationType } from './schema.ts';

/** On the relations page [RLN-04]. */
export const RELATION_OPTIONS: Readonly<Record<RelationType, string>> = { 1: 'is parent of', 2: 'is child of' };
/** In a tenant's header [TEN-16, TEN-17]. */
export const RELATION_HEADINGS: Readonly<Record<RelationType, string>> = { 1: 'Parent of', 2: 'Child of' };

export const LIVE_TO_TEST = 'Live to Test';
export const NOT_SUITABLE = 'Not suitable for Live to Test.';
export const NOT_IMPLEMENTED = 'Not implemented';

/** Live to Test copies a live tenant to its test tenant, which needs a relation of type 1 with both tenants [RLN-07]. */
export function suitsLiveToTest(relation: {
  type: RelationType | null;
  tenant_left: number | null;
  tenant_right: number | null;
}): boolean {
  return relation.type === 1 && relation.tenant_left !== null && relation.tenant_right !== null;
}

/** A fault in an entry of a tenant's list. */
export interface RelationFault {
  /** Index in the list. */
  at: number;
  field: 'id' | 'tenant_right';
  message: string;
}

/** Validates a tenant's list on its own: each pair of tenants can have one relation, in either direction. */
export function relationFaults(
  tenantId: number,
  list: readonly { id?: number | null | undefined; tenant_right: number }[],
  nameOf: (tenantId: number) => string,
): RelationFault[] {
  const faults: RelationFault[] = [];
  const [others, ids] = [new Set<number>(), new Set<number>()];
  for (const [at, { id, tenant_right: other }] of list.entries()) {
    if (other === tenantId)
      faults.push({ at, field: 'tenant_right', message: 'A tenant cannot have a relation to itself.' });
    else if (others.has(other))
      faults.push({
        at,
        field: 'tenant_right',
        message: `${nameOf(other)} is listed twice. Two tenants can have one relation only.`,
      });
    others.add(other);
    if (typeof id !== 'number') continue;
    if (ids.has(id)) faults.push({ at, field: 'id', message: `Relation ${id} is listed twice.` });
    ids.add(id);
  }
  return faults;
}

/** An 'is parent of' relation. */
export interface ParentEdge {
  parent: number;
  child: number;
}

/**
 * Cycles of 'is parent of' through a tenant: the shortest one for each child that has a path back to the tenant, as
 * the tenants along it from the tenant to itself.
 */
export function cyclesThrough(tenantId: number, edges: readonly ParentEdge[]): number[][] {
  const byChild = Map.groupBy(edges, ({ child }) => child);
  // Breadth-first search upwards: `below` holds the next step of each ancestor's shortest path back down.
  const below = new Map<number, number>();
  const queue = [tenantId];
  for (const at of queue) {
    for (const { parent } of byChild.get(at) ?? []) {
      if (parent === tenantId || below.has(parent)) continue;
      below.set(parent, at);
      queue.push(parent);
    }
  }
  const children = new Set(edges.filter((edge) => edge.parent === tenantId).map((edge) => edge.child));
  return [...children]
    .filter((child) => child === tenantId || below.has(child))
    .map((child) => {
      const way = [tenantId, child];
      for (let at = child; at !== tenantId; way.push(at)) at = below.get(at) ?? tenantId;
      return way;
    });
}

/** Any cycle in a graph of 'is parent of', as the tenants along it with the first repeated at the end; null = acyclic. */
export function findCycle(edges: readonly ParentEdge[]): number[] | null {
  const parentsOf = new Map<number, Set<number>>();
  for (const { parent, child } of edges) parentsOf.set(child, (parentsOf.get(child) ?? new Set<number>()).add(parent));
  const byParent = Map.groupBy(edges, ({ parent }) => parent);
  // Repeatedly remove tenants without parents, which cannot be on a cycle.
  const free = [...byParent.keys()].filter((id) => !parentsOf.has(id));
  for (const id of free) {
    for (const { child } of byParent.get(id) ?? []) {
      const parents = parentsOf.get(child);
      if (!parents?.delete(id) || parents.size > 0) continue;
      parentsOf.delete(child);
      free.push(child);
    }
  }
  // Everyone left has a remaining parent, so walking up must reach a cycle.
  const way: number[] = [];
  for (let [at] = parentsOf.keys(); at !== undefined; [at] = parentsOf.get(at) ?? []) {
    const seen = way.indexOf(at);
    way.push(at);
    if (seen >= 0) return way.slice(seen).toReversed();
  }
  return null;
}

/** Maximum names shown of a cycle; longer ones are shortened in the middle. */
const SHOWN = 6;

/** @param names of the tenants along the cycle, with the first repeated at the end */
export function cycleMessage(names: readonly string[]): string {
  const [tenant = '', child = ''] = names;
  return `${child} cannot be a child of ${tenant}, which is below it: ${cycleText(names)}.`;
}

/** @param names of the tenants along the cycle, with the first repeated at the end */
export function cycleText(names: readonly string[]): string {
  const shown = names.length > SHOWN ? [...names.slice(0, SHOWN - 2), '…', ...names.slice(-2)] : names;
  return shown.join(' › ');
}
