import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { foldName } from '@mission-control/contract/search/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { isDeepStrictEqual } from 'node:util';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inTransaction, inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { countsText, planOf, type Existing, type Step, type Thing, type ThingKind } from './plan.ts';
import { importConfigs } from './import-configs.ts';
import * as fleet from './queries-fleet.ts';
import * as queries from './queries.ts';
import { refOf, thingsOf } from './things.ts';

const STALE = [TOPIC.tenants, TOPIC.environments, TOPIC.databases];

/** What an inventory would change here. Touches nothing. */
export async function planInventory(ctx: Ctx, inventory: Inventory, byHand?: ReadonlySet<ThingKind>): Promise<Step[]> {
  const { here } = await fleet.readFleet(ctx.db);
  return planOf(thingsOf(inventory), here, byHand);
}

/**
 * Brings the console to the state of an inventory, thing by thing, each in a transaction: after an interruption the next apply does the
 * rest. Conflicts and refused removals are left alone. Servers are not touched (C-134). Returns the steps.
 * @param hash SHA-256 of the file, for the audit
 * @throws AppError('conflict') if an id that a tenant brings was another tenant's
 */
export async function applyInventory(
  ctx: Ctx,
  inventory: Inventory,
  { hash, byHand }: { hash: string; byHand?: ReadonlySet<ThingKind> },
): Promise<Step[]> {
  const things = thingsOf(inventory);
  const { here, ids } = await fleet.readFleet(ctx.db);
  const steps = planOf(things, here, byHand);
  const byKey = new Map(things.map((one) => [`${one.kind} ${one.ref}`, one]));
  const tenants = new Map(inventory.tenants.map((one) => [refOf(one), one]));
  await requireFreeIds(ctx, steps, tenants);
  if (steps.length > 0)
    await recordApply(ctx, 'inventory.apply-started', { file_sha256: hash, plan: countsText(steps) });
  const known = ids;
  for (const step of steps) {
    const thing = byKey.get(`${step.kind} ${step.ref}`);
    if (step.action === 'conflict' || step.action === 'refused') continue;
    await inUnauditedTransaction(ctx, async ({ db, changed }) => {
      changed(...STALE);
      if (step.action === 'remove') return fleet.removeThing(db, step, known);
      if (!thing) return;
      const tenant = thing.kind === 'tenant' ? tenants.get(thing.ref) : undefined;
      const id = tenant
        ? await putTenant(ctx, db, { tenant, thing, inventory }, known)
        : await fleet.putThing(db, thing, known);
      if (id !== null) known[thing.kind].set(thing.ref, id);
      await fleet.declareThings(db, [thing], known);
    });
  }
  await declareRest(ctx, things, { here, steps, ids: known });
  if (steps.length > 0) await recordApply(ctx, 'inventory.applied', { file_sha256: hash, ...countsOf(steps) });
  return steps;
}

/** Stores what was declared of things that are as declared already. */
async function declareRest(
  ctx: Ctx,
  things: readonly Thing[],
  { here, steps, ids }: { here: readonly Existing[]; steps: readonly Step[]; ids: fleet.RefIds },
): Promise<void> {
  const settled = new Set(steps.map(({ kind, ref }) => `${kind} ${ref}`));
  const declared = new Map(here.map((one) => [`${one.kind} ${one.ref}`, one.declared]));
  const rest = things.filter((one) => {
    const key = `${one.kind} ${one.ref}`;
    return !settled.has(key) && !isDeepStrictEqual(declared.get(key), one.fields);
  });
  if (rest.length > 0) await inUnauditedTransaction(ctx, ({ db }) => fleet.declareThings(db, rest, ids));
}

interface TenantThing {
  tenant: InventoryTenant;
  thing: Thing;
  inventory: Inventory;
}

/** Adds a tenant with everything that the inventory says of it, or changes what the inventory shares of one that exists. */
async function putTenant(
  ctx: Ctx,
  db: Transaction,
  { tenant, thing, inventory }: TenantThing,
  ids: fleet.RefIds,
): Promise<number> {
  const id = ids.tenant.get(thing.ref);
  const saved = { at: ctx.clock.now(), by: ctx.actor.name };
  const named = queries.namedIds(inventory, ids);
  if (id !== undefined) {
    const accountId = queries.idOf(named.accounts, tenant.account);
    const by = { at: saved.at, name: saved.by };
    await changeTenants(db, [id], by, { name: tenant.name, nameKey: foldName(tenant.name), accountId });
    return id;
  }
  const made = await queries.insertTenants(db, [tenant], named, saved);
  const tenants = new Map([...named.tenants, ...made]);
  await queries.insertServices(db, [tenant], { ...named, tenants: made });
  await queries.insertSystemValues(db, [tenant], made);
  const names = new Set([tenant.name, thing.ref]);
  const related = (inventory.relations ?? []).filter(
    ({ parent, child }) => (names.has(parent) || names.has(child)) && tenants.has(parent) && tenants.has(child),
  );
  await queries.insertRelations(db, related, tenants);
  await importConfigs(ctx, db, { ...inventory, tenants: [tenant] }, made);
  return queries.idOf(made, tenant.name);
}

async function requireFreeIds(
  ctx: Ctx,
  steps: readonly Step[],
  tenants: ReadonlyMap<string, InventoryTenant>,
): Promise<void> {
  const added = steps.flatMap(({ action, kind, ref }) => {
    const tenant = action === 'add' && kind === 'tenant' ? tenants.get(ref) : undefined;
    return tenant ? [tenant] : [];
  });
  const used = await fleet.usedTenantIds(ctx.db, added);
  const taken = added.filter(({ id }) => id !== undefined && used.has(id));
  if (taken.length === 0) return;
  throw new AppError(
    'conflict',
    taken.map(({ id, name }) => `The id ${id} of ${name} is or was another tenant's. Ids are never given again.`),
  );
}

const countsOf = (steps: readonly Step[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(steps, ({ action }) => action)].map(([action, own]) => [action, own.length]));

function recordApply(ctx: Ctx, action: string, after: Record<string, unknown>): Promise<void> {
  return inTransaction(ctx, ({ record }) => {
    record({ action, subject: 'fleet', after, topics: STALE });
    return Promise.resolve();
  });
}
