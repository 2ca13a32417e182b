import {
  cycleMessage,
  cyclesThrough,
  relationFaults,
  type RelationFault,
} from '@mission-control/contract/relations/rules';
import type { RelationInput } from '@mission-control/contract/relations/schema';
import { noTenantText } from '../../fleet/queries-tenants.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { edgesAbove, namesOfAll, type RelationRow, type StoredRelation } from './queries-write.ts';

/** An entry of a sent list; id null = new relation. */
export type RelationEntry = RelationInput & { id: number | null };

export interface RelationTenant {
  id: number;
  name: string;
}

/** What a list is validated against. */
export interface KnownRelations {
  /** Editable relations (`shown`), and those to deleted tenants (`hidden`). */
  shown: readonly StoredRelation[];
  hidden: readonly StoredRelation[];
  /** Names of existing tenants at the other end. */
  names: ReadonlyMap<number, string>;
}

/** Converts an entry to its row. */
export const toRow = (tenantId: number, { id, type, tenant_right: other }: RelationEntry): RelationRow =>
  type === 1 ? { id, parentId: tenantId, childId: other } : { id, parentId: other, childId: tenantId };

/** Checks a list against the whole fleet and returns all faults. */
export async function checkRelations(
  db: Transaction,
  tenant: RelationTenant,
  entries: readonly RelationEntry[],
  known: KnownRelations,
): Promise<RelationFault[]> {
  return [
    ...relationFaults(tenant.id, entries, (id) => known.names.get(id) ?? `Tenant ${id}`),
    ...unknownReferences(tenant.id, entries, known),
    ...(await cycles(db, tenant, entries, known)),
  ];
}

/** Ids that are not relations of this tenant, and other ends that are not existing tenants. */
function unknownReferences(
  tenantId: number,
  entries: readonly RelationEntry[],
  { shown, names }: KnownRelations,
): RelationFault[] {
  const known = new Set(shown.map(({ id }) => id));
  return entries.flatMap(({ id, tenant_right: other }, at) => {
    const faults: RelationFault[] = [];
    if (id !== null && !known.has(id))
      faults.push({ at, field: 'id', message: `The tenant has no relation ${id}. Read its relations again.` });
    if (other !== tenantId && !names.has(other))
      faults.push({ at, field: 'tenant_right', message: noTenantText(other) });
    return faults;
  });
}

/** Cycles of 'is parent of' that the list would create. */
async function cycles(
  db: Transaction,
  tenant: RelationTenant,
  entries: readonly RelationEntry[],
  { hidden }: KnownRelations,
): Promise<RelationFault[]> {
  const others = entries.filter((entry) => entry.tenant_right !== tenant.id);
  const edges = [...others.map((entry) => toRow(tenant.id, entry)), ...hidden].map(({ parentId, childId }) => ({
    parent: parentId,
    child: childId,
  }));
  const parents = edges.flatMap(({ parent, child }) => (child === tenant.id ? [parent] : []));
  // A cycle needs a parent and a child.
  if (parents.length === 0 || parents.length === edges.length) return [];
  const ways = cyclesThrough(tenant.id, [...edges, ...(await edgesAbove(db, parents, tenant.id))])
    // Two tenants that are each other's parent and child are a duplicate, reported separately.
    .filter((way) => way.length > 3);
  if (ways.length === 0) return [];
  const names = await namesOfAll(db, ways.flat());
  return ways.flatMap((way): RelationFault[] => {
    const ends = [way[1], way.at(-2)];
    const at = entries.findIndex((entry) => ends.includes(entry.tenant_right));
    if (at < 0) return [];
    return [{ at, field: 'tenant_right', message: cycleMessage(way.map((id) => names.get(id) ?? `Tenant ${id}`)) }];
  });
}
