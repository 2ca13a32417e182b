import { z } from 'zod';
import { ITEM_KINDS, PLAN_ACTIONS } from './plan.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A fault in a file. `line` is null if it has no line, such as for a file that is not text. */
export const inventoryFault = z.object({ line: z.int().nullable(), path: z.string(), message: z.string() });
export type InventoryFault = z.infer<typeof inventoryFault>;

const planEntry = z.object({
  kind: z.enum(ITEM_KINDS),
  /** Its permanent key. */
  ref: z.string(),
  name: z.string(),
  action: z.enum(PLAN_ACTIONS),
  /** Fields that differ. `declared`, the value in the last inventory, is present if both sides changed the field. */
  changes: z.array(
    z.object({ field: z.string(), here: z.unknown(), file: z.unknown(), declared: z.unknown().optional() }),
  ),
  /** Why it cannot be applied; null when it can. */
  reason: z.string().nullable(),
  /** Side effects elsewhere; null for none. */
  effect: z.string().nullable(),
  /** Identifies this difference: an apply skips the item if the difference is no longer the same. */
  fingerprint: z.string(),
});
export type PlanEntry = z.infer<typeof planEntry>;

export const inventoryPlan = z.object({
  file_sha256: sha256,
  entries: z.array(planEntry),
  /** Number of items that already match the file. */
  unchanged: z.int(),
  /** Kinds that the inventory only adds to (INVENTORY_BY_HAND). */
  by_hand: z.array(z.enum(ITEM_KINDS)),
});
export type InventoryPlan = z.infer<typeof inventoryPlan>;

/** A selected entry of a plan. A selected conflict is resolved in favour of the file. */
export const chosenEntry = z.strictObject({
  kind: z.enum(ITEM_KINDS),
  ref: z.string().min(1).max(300),
  fingerprint: z.string().max(64),
});
export type ChosenEntry = z.infer<typeof chosenEntry>;
