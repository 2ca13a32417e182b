import { z } from 'zod';
import { id, idOrDigits } from '../id.ts';

/** 1: `tenant_left` is parent of `tenant_right`; 2: it is its child. */
const relationType = z.union([z.literal(1), z.literal(2)]);
export type RelationType = z.infer<typeof relationType>;

/** A relation from the perspective of the requested tenant, which is `tenant_left` (C-019, C-112). */
export const tenantRelation = z.object({
  id: z.int(),
  /** Index in the list. */
  idx: z.int(),
  type: relationType,
  tenant_left: z.int(),
  tenant_right: z.int(),
  tenant_right_name: z.string(),
});
export type TenantRelation = z.infer<typeof tenantRelation>;

/** An entry of PATCH's list; new if it has no id. Stored relations missing from the list are removed. */
export const relationInput = z.strictObject({
  id: id.nullable().optional(),
  tenant_right: idOrDigits,
  type: idOrDigits.pipe(relationType),
});
export type RelationInput = z.infer<typeof relationInput>;
