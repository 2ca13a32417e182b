import { z } from 'zod';

/** 1: `tenant_left` is parent of `tenant_right`; 2: it is its child. */
export const relationType = z.union([z.literal(1), z.literal(2)]);
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

/** A number, or digits as sent by a form; nothing else that coerces to one (true, [5], ''). */
const digits = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);
const number = z.union([z.int(), digits], 'must be a whole number');

/** An entry of PATCH's list; new if it has no id. Stored relations missing from the list are removed. */
export const relationInput = z.strictObject({
  id: z.int().positive().nullable().optional(),
  tenant_right: number.pipe(z.int().positive().max(2_147_483_647)),
  type: number.pipe(relationType),
});
export type RelationInput = z.infer<typeof relationInput>;
