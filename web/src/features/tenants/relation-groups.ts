import type { RelationType, TenantRelation } from '@mission-control/contract/relations/schema';

/** The relations of one kind, in their order. */
export interface RelationGroup {
  type: RelationType;
  relations: readonly TenantRelation[];
}

/** What the tenant is parent of, then what it is child of; a kind without relations is left out. */
export function relationGroups(relations: readonly TenantRelation[]): RelationGroup[] {
  return ([1, 2] as const)
    .map((type) => ({ type, relations: relations.filter((one) => one.type === type) }))
    .filter((group) => group.relations.length > 0);
}
