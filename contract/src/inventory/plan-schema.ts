import { z } from 'zod';
import { PLAN_ACTIONS, THING_KINDS } from './plan.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A fault of a file. `line`: null where the file has none, as for one that is no text. */
export const inventoryFault = z.object({ line: z.int().nullable(), path: z.string(), message: z.string() });
export type InventoryFault = z.infer<typeof inventoryFault>;

const planEntry = z.object({
  kind: z.enum(THING_KINDS),
  /** Its key for ever. */
  ref: z.string(),
  name: z.string(),
  action: z.enum(PLAN_ACTIONS),
  /** Fields that differ. `declared` is in those that both sides changed: what the last inventory said. */
  changes: z.array(
    z.object({ field: z.string(), here: z.unknown(), file: z.unknown(), declared: z.unknown().optional() }),
  ),
  /** Why it cannot be applied; null when it can. */
  reason: z.string().nullable(),
  /** What follows from it elsewhere; null for nothing. */
  effect: z.string().nullable(),
  /** Identifies this difference: an apply leaves the thing alone once it differs in another way. */
  fingerprint: z.string(),
});
export type PlanEntry = z.infer<typeof planEntry>;

export const inventoryPlan = z.object({
  file_sha256: sha256,
  entries: z.array(planEntry),
  /** Things of the file that are here as it says. */
  unchanged: z.int(),
  /** Kinds that the inventory only adds (INVENTORY_BY_HAND). */
  by_hand: z.array(z.enum(THING_KINDS)),
});
export type InventoryPlan = z.infer<typeof inventoryPlan>;

/** A chosen entry of a plan. A chosen conflict takes what the file says. */
export const chosenEntry = z.strictObject({
  kind: z.enum(THING_KINDS),
  ref: z.string().min(1).max(300),
  fingerprint: z.string().max(64),
});
export type ChosenEntry = z.infer<typeof chosenEntry>;
