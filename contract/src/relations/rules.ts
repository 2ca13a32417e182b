import type { RelationType } from './schema.ts';

/** On the relations page [RLN-04]. */
export const RELATION_OPTIONS: Readonly<Record<RelationType, string>> = { 1: 'is parent of', 2: 'is child of' };
/** In a tenant's header [TEN-16, TEN-17]. */
export const RELATION_HEADINGS: Readonly<Record<RelationType, string>> = { 1: 'Parent of', 2: 'Child of' };

export const LIVE_TO_TEST = 'Live to Test';
export const NOT_SUITABLE = 'Not suitable for Live to Test.';
export const NOT_IMPLEMENTED = 'Not implemented';

/** Live to Test copies a live tenant to its test tenant: it needs a relation of type 1 with both tenants [RLN-07]. */
export function suitsLiveToTest(relation: {
  type: RelationType | null;
  tenant_left: number | null;
  tenant_right: number | null;
}): boolean {
  return relation.type === 1 && relation.tenant_left !== null && relation.tenant_right !== null;
}
