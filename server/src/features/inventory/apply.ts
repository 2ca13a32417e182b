import { entryKey, type ItemKind, type ItemResult } from '@mission-control/contract/inventory/plan';
import type { ChosenEntry } from '@mission-control/contract/inventory/plan-schema';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction, inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { applySteps, idUsed, STALE } from './apply-steps.ts';
import { countsText, planOf, type Item, type Step } from './plan.ts';
import * as fleet from './queries-fleet.ts';
import { itemsOf, refOf } from './items.ts';

/** The changes that an inventory would make, and the fleet it was compared with. */
export interface Planned {
  steps: Step[];
  items: Item[];
  known: fleet.Fleet;
}

/** Compares an inventory with the console. Touches nothing. */
export async function planInventory(
  { db, byHand }: { db: Db; byHand?: readonly ItemKind[] },
  inventory: Inventory,
): Promise<Planned> {
  const items = itemsOf(inventory);
  const known = await fleet.readFleet(db, items);
  const steps = planOf(items, known.here, new Set(byHand));
  const conflicts = await idConflicts(db, inventory, { steps, known });
  const keys = new Set(conflicts.map(entryKey));
  return { steps: [...conflicts, ...steps.filter((step) => !keys.has(entryKey(step)))], items, known };
}

/** Tenants whose ids cannot match the file. */
async function idConflicts(db: Db, { tenants }: Inventory, { steps, known }: Omit<Planned, 'items'>): Promise<Step[]> {
  const added = new Set(steps.flatMap(({ action, kind, ref }) => (action === 'add' && kind === 'tenant' ? [ref] : [])));
  const used = await fleet.usedTenantIds(
    db,
    tenants.filter((one) => added.has(refOf(one))),
  );
  return tenants.flatMap((one): Step[] => {
    const { id } = one;
    const ref = refOf(one);
    const here = known.ids.tenant.get(ref) ?? null;
    if (id === undefined || id === here || (here === null && !used.has(id))) return [];
    const reason = here === null ? idUsed(one) : `Its id here is ${here}, which cannot change; the file says ${id}.`;
    return [{ action: 'conflict', kind: 'tenant', ref, changes: [{ field: 'id', here, file: id }], reason }];
  });
}

/** Identifies the content of a step. */
export const fingerprintOf = ({ action, changes, reason }: Step): string =>
  createHash('sha256')
    .update(JSON.stringify([action, changes, reason]))
    .digest('hex')
    .slice(0, 24);

export interface ApplyOptions {
  /** SHA-256 of the file, for the audit log. */
  hash: string;
  /** The entries to apply; absent = all but conflicts. */
  chosen?: readonly ChosenEntry[];
  signal?: AbortSignal;
  /** Receives each result as it happens, and the total number. */
  onResult?: (result: ItemResult, of: number) => void;
}

/**
 * Brings the console to the state of an inventory, item by item, each in a transaction: after an interruption the next apply does the
 * rest. Steps that are impossible or no longer match the plan are skipped with a reason. Servers are not touched (C-134).
 * @throws the abort reason of the signal, between two items
 */
export async function applyInventory(ctx: Ctx, inventory: Inventory, options: ApplyOptions): Promise<ItemResult[]> {
  const { hash, signal, onResult } = options;
  const planned = await planInventory(ctx, inventory);
  const { steps, left } = chooseSteps(planned.steps, options.chosen);
  const of = steps.length + left.length;
  const results: ItemResult[] = [];
  const report = (result: ItemResult): void => {
    results.push(result);
    onResult?.(result, of);
  };
  if (of > 0) await recordApply(ctx, 'inventory.apply-started', { file_sha256: hash, plan: countsText(steps) });
  try {
    for (const one of left) report(one);
    await applySteps(ctx, steps, { inventory, ...planned, signal, report });
    await declareRest(ctx, planned);
  } finally {
    if (of > 0) await recordApply(ctx, 'inventory.applied', { file_sha256: hash, ...summaryOf(results, of) });
  }
  return results;
}

/** The steps to apply, and the skipped ones with their reasons. */
function chooseSteps(steps: readonly Step[], chosen: readonly ChosenEntry[] | undefined) {
  const left: ItemResult[] = [];
  const leave = ({ kind, ref }: Pick<Step, 'kind' | 'ref'>, reason: string): never[] => {
    left.push({ kind, ref, result: 'left', reason });
    return [];
  };
  if (!chosen) {
    const able = steps.flatMap((step) => {
      if (step.reason !== undefined) return leave(step, step.reason);
      return step.action === 'conflict' ? leave(step, 'It was changed here and in the file.') : [step];
    });
    return { steps: able, left };
  }
  const fingerprints = new Map(chosen.map((one) => [entryKey(one), one.fingerprint]));
  const planned = new Set(steps.map(entryKey));
  for (const one of chosen) if (!planned.has(entryKey(one))) leave(one, 'It already matches the file.');
  const able = steps.flatMap((step) => {
    const fingerprint = fingerprints.get(entryKey(step));
    if (fingerprint === undefined) return [];
    if (fingerprint !== fingerprintOf(step)) return leave(step, 'It was changed here after it was planned.');
    return step.reason === undefined ? [step] : leave(step, step.reason);
  });
  return { steps: able, left };
}

/** Stores the declarations of items that already match. */
async function declareRest(ctx: Ctx, { items, steps, known }: Planned): Promise<void> {
  const differing = new Set(steps.map(entryKey));
  const declared = new Map(known.here.map((one) => [entryKey(one), one.declared]));
  const rest = items.filter(
    (one) => !differing.has(entryKey(one)) && !isDeepStrictEqual(declared.get(entryKey(one)), one.fields),
  );
  if (rest.length > 0) await inUnauditedTransaction(ctx, ({ db }) => fleet.declareItems(db, rest, known.ids));
}

/** Names of items in the audit event of an apply. */
const MAX_NAMED = 500;

function summaryOf(results: readonly ItemResult[], of: number): Record<string, unknown> {
  const counts = Object.fromEntries(
    [...Map.groupBy(results, ({ result }) => result)].map(([result, { length }]) => [result, length]),
  );
  const done = results.filter(({ result }) => result !== 'left');
  return {
    ...counts,
    ...(results.length < of && { not_reached: of - results.length }),
    // The name in stored audit events.
    things: done.slice(0, MAX_NAMED).map(({ result, kind, ref }) => `${result} ${kind} ${ref}`),
  };
}

const recordApply = (ctx: Ctx, action: string, after: Record<string, unknown>): Promise<void> =>
  inTransaction(ctx, async ({ record }) =>
    record({ action, subject: 'fleet', after, topics: [...STALE, TOPIC.fleet] }),
  );
