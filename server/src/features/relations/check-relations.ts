import {
  circleMessage,
  circlesThrough,
  relationFaults,
  type RelationFault,
} from '@mission-control/contract/relations/rules';
import type { RelationInput } from '@mission-control/contract/relations/schema';
import type { Transaction } from '../../platform/database/database.ts';
import { edgesAbove, namesOfAll, type RelationRow, type StoredRelation } from './queries-write.ts';

/** An entry of the list; null = a new relation. */
export type RelationEntry = RelationInput & { id: number | null };

/** The tenant whose relations are changed. */
export interface RelationTenant {
  id: number;
  name: string;
}

/** What a list is held against. */
export interface KnownRelations {
  /** Relations of the tenant that can be changed, and those to deleted tenants. */
  shown: readonly StoredRelation[];
  hidden: readonly StoredRelation[];
  /** Names of the other ends that exist and are not deleted. */
  names: ReadonlyMap<number, string>;
}

/** The entry as it is stored. */
export const toRow = (tenantId: number, { id, type, tenant_right: other }: RelationEntry): RelationRow =>
  type === 1 ? { id, parentId: tenantId, childId: other } : { id, parentId: other, childId: tenantId };

/** Everything that is wrong with a list, over the whole fleet. */
export async function checkRelations(
  db: Transaction,
  tenant: RelationTenant,
  entries: readonly RelationEntry[],
  known: KnownRelations,
): Promise<RelationFault[]> {
  return [
    ...relationFaults(tenant.id, entries, (id) => known.names.get(id) ?? `Tenant ${id}`),
    ...strangers(tenant.id, entries, known),
    ...(await circles(db, tenant, entries, known)),
  ];
}

/** Ids that are no relations of this tenant, and other ends that do not exist or are deleted. */
function strangers(
  tenantId: number,
  entries: readonly RelationEntry[],
  { shown, names }: KnownRelations,
): RelationFault[] {
  const own = new Set(shown.map((one) => one.id));
  return entries.flatMap(({ id, tenant_right: other }, at) => {
    const faults: RelationFault[] = [];
    if (id !== null && !own.has(id))
      faults.push({ at, field: 'id', message: `The tenant has no relation ${id}. Read its relations again.` });
    if (other !== tenantId && !names.has(other))
      faults.push({ at, field: 'tenant_right', message: `There is no tenant ${other}. It may have been deleted.` });
    return faults;
  });
}

/** Circles of 'is parent of' that the list would close. */
async function circles(
  db: Transaction,
  tenant: RelationTenant,
  entries: readonly RelationEntry[],
  { hidden }: KnownRelations,
): Promise<RelationFault[]> {
  const others = entries.filter((entry) => entry.tenant_right !== tenant.id);
  const own = [...others.map((entry) => toRow(tenant.id, entry)), ...hidden].map(({ parentId, childId }) => ({
    parent: parentId,
    child: childId,
  }));
  const parents = own.flatMap(({ parent, child }) => (child === tenant.id ? [parent] : []));
  // Without a parent or without a child there is no way round.
  if (parents.length === 0 || parents.length === own.length) return [];
  const ways = circlesThrough(tenant.id, [...own, ...(await edgesAbove(db, parents, tenant.id))])
    // A pair that is parent and child of each other is listed twice, which is a fault of its own.
    .filter((way) => way.length > 3);
  if (ways.length === 0) return [];
  const names = await namesOfAll(db, ways.flat());
  return ways.flatMap((way): RelationFault[] => {
    const ends = [way[1], way.at(-2)];
    const at = entries.findIndex((entry) => ends.includes(entry.tenant_right));
    if (at < 0) return [];
    return [{ at, field: 'tenant_right', message: circleMessage(way.map((id) => names.get(id) ?? `Tenant ${id}`)) }];
  });
}
