import type { CallResponse } from '@mission-control/contract/call';
import type { checkInventory } from '@mission-control/contract/inventory/calls';
import { entryKey, reasonText, resultTitle, type ItemResult } from '@mission-control/contract/inventory/plan';
import type { ChosenEntry, InventoryPlan, PlanEntry } from '@mission-control/contract/inventory/plan-schema';
import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { listCommittedOn } from '../config/public.ts';
import { startRun, type Click, type RunWork, type StartedRun } from '../runs/public.ts';
import { STALE } from './apply-steps.ts';
import { applyInventory, fingerprintOf, planInventory, type Planned } from './apply.ts';
import { serverChanges } from './follow-item.ts';
import { readUpload } from './read-upload.ts';
import { refOf } from './items.ts';

/** Every fault of an uploaded inventory. @throws AppError('refused') if it cannot be read */
export async function checkUpload(file: File): Promise<CallResponse<typeof checkInventory>> {
  const upload = await readUpload(file);
  if ('inventory' in upload) return { valid: true, file_sha256: upload.hash, faults: [], fault_count: 0 };
  return { valid: false, file_sha256: upload.hash, faults: upload.faults, fault_count: upload.count };
}

/** @throws AppError('refused') with the faults in its details */
async function readFaultless(file: File): Promise<{ hash: string; inventory: Inventory }> {
  const upload = await readUpload(file);
  if ('inventory' in upload) return upload;
  const { count, faults, hash } = upload;
  throw new AppError('refused', `The file has ${count === 1 ? 'an error' : `${count} errors`}. Correct it first.`, {
    details: { faults, fault_count: count, file_sha256: hash },
  });
}

/** The plan of an uploaded inventory. @throws AppError('refused') with the faults in its details */
export async function planUpload(ctx: Ctx, file: File): Promise<InventoryPlan> {
  const { hash, inventory } = await readFaultless(file);
  const planned = await planInventory(ctx, inventory);
  const differing = new Set(planned.steps.map(entryKey));
  return {
    file_sha256: hash,
    entries: await withEffects(ctx, planned, toWire(planned, inventory)),
    unchanged: planned.items.filter((one) => !differing.has(entryKey(one))).length,
    by_hand: [...(ctx.byHand ?? [])],
  };
}

function toWire({ steps, items, known }: Planned, { tenants }: Inventory): PlanEntry[] {
  const names = new Map([...known.here, ...items].map((one) => [entryKey(one), one.fields['name']]));
  const byRef = new Map(tenants.map((one) => [refOf(one), one]));
  return steps.map((step): PlanEntry => {
    const { action, kind, ref, reason, changes } = step;
    const name = names.get(entryKey(step));
    const added = action === 'add' && kind === 'tenant' ? byRef.get(ref) : undefined;
    return {
      action,
      kind,
      ref,
      name: typeof name === 'string' ? name : ref,
      changes: added ? [...changes, ...broughtBy(added)] : changes,
      reason: reason ?? null,
      effect: null,
      fingerprint: fingerprintOf(step),
    };
  });
}

/** States how many configs a server added to an environment will lack. */
async function withEffects({ db }: Ctx, { known }: Planned, entries: readonly PlanEntry[]): Promise<PlanEntry[]> {
  const found: PlanEntry[] = [];
  for (const entry of entries) {
    const change = entry.kind === 'environment' ? entry.changes.find(({ field }) => field === 'servers') : undefined;
    const id = known.ids.environment.get(entry.ref);
    const { added } = serverChanges({ servers: change?.here }, { servers: change?.file });
    const configs = id === undefined || added.length === 0 ? 0 : (await listCommittedOn(db, id)).length;
    const subject = configs === 1 ? 'A config' : `${configs} configs`;
    found.push(
      configs === 0 ? entry : { ...entry, effect: `${subject} will wait for a commit on ${added.join(', ')}.` },
    );
  }
  return found;
}

/** The data of a new tenant besides the fields shared by the inventory. */
function broughtBy({ id, region, services, configs }: InventoryTenant): PlanEntry['changes'] {
  const brought = {
    ...(id !== undefined && { id }),
    region,
    services: services.map(({ slug }) => slug),
    configs: configs.map(({ kind }) => kind),
  };
  return Object.entries(brought).map(([field, file]) => ({ field, here: null, file }));
}

/**
 * Starts the run that applies the chosen entries; only one runs at a time.
 * @throws AppError('refused') with the faults in its details; AppError('conflict') while another apply runs
 */
export async function startApply(
  ctx: Ctx,
  { file, entries }: { file: File; entries: readonly ChosenEntry[] },
  click?: Click,
): Promise<StartedRun> {
  const { hash, inventory } = await readFaultless(file);
  const name = cleanName(file.name);
  return startRun(ctx, {
    kind: 'inventory',
    subject: `${entries.length} of ${name}`,
    facts: { file: name, file_sha256: hash, entries: entries.length },
    series: 'inventory',
    click,
    locks: ['inventory'],
    topics: STALE,
    work: (run) => apply(ctx, run, inventory, { hash, chosen: entries }),
  });
}

const MAX_NAME_LENGTH = 100;

/** A file name safe to store and display: without control or direction-changing characters. */
const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || 'inventory';

async function apply(
  ctx: Ctx,
  run: RunWork,
  inventory: Inventory,
  options: { hash: string; chosen: readonly ChosenEntry[] },
): Promise<void> {
  run.write(`SHA-256 of the file: ${options.hash}\n`);
  let at = 0;
  const results = await applyInventory(ctx, inventory, {
    ...options,
    signal: run.signal,
    onResult: (result, of) => {
      run.step((at += 1), of, resultTitle(result));
      run.write(reasonText(result));
    },
  });
  run.write(`${countsOf(results)}\n`);
}

function countsOf(results: readonly ItemResult[]): string {
  const counts = Map.groupBy(results, ({ result }) => result);
  return `${[...counts].map(([result, { length }]) => `${length} ${result}`).join(', ')}.`;
}
