import type { ItemKind } from '@mission-control/contract/inventory/plan';
import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { foldName } from '@mission-control/contract/search/rules';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { checkRelations, type RelationEntry, type RelationTenant } from '../relations/public.ts';
import { importConfigs } from './import-configs.ts';
import { Left, type Step } from './plan.ts';
import type { RefIds } from './queries-fleet.ts';
import * as queries from './queries.ts';
import { refOf } from './items.ts';

/** Stores tenants of an inventory. `note` registers the ids of items that were added since. */
export function createTenantWriter(inventory: Inventory, ids: RefIds) {
  const named = queries.namedIds(inventory, ids);
  const byKind: Partial<Record<ItemKind, Map<string, number>>> = {
    region: named.regions,
    account: named.accounts,
    certificate: named.certificates,
    environment: named.environments,
    database_host: named.databaseHosts,
    tenant: named.tenants,
  };
  const relations = relationsByName(inventory);

  /**
   * Adds a tenant with everything that the inventory declares for it, or updates the differing fields of an existing one.
   * @returns its id, and those of tenants that it is now related to
   */
  async function put(
    ctx: Ctx,
    db: Transaction,
    { tenant, step }: { tenant: InventoryTenant; step: Step },
  ): Promise<[id: number, ...ends: number[]]> {
    const id = ids.tenant.get(step.ref);
    if (id === undefined) return add(ctx, db, tenant);
    const fields = new Set(step.changes.map(({ field }) => field));
    const by = { at: ctx.clock.now(), name: ctx.actor.name };
    await changeTenants(db, [id], by, {
      ...(fields.has('name') && { name: tenant.name, nameKey: foldName(tenant.name) }),
      ...(fields.has('account') && { accountId: queries.idOf(named.accounts, tenant.account) }),
    });
    return [id];
  }

  async function add(ctx: Ctx, db: Transaction, tenant: InventoryTenant): Promise<[id: number, ...ends: number[]]> {
    const saved = { at: ctx.clock.now(), by: ctx.actor.name };
    const id = queries.idOf(await queries.insertTenants(db, [tenant], named, saved), tenant.name);
    const added = new Map([tenant.name, refOf(tenant)].map((name) => [name, id] as const));
    await queries.insertServices(db, [tenant], { ...named, tenants: added });
    await queries.insertSystemValues(db, [tenant], added);
    const ends = await addRelations(db, { id, name: tenant.name }, added);
    await changeTenants(db, ends, { at: saved.at, name: saved.by });
    await importConfigs(ctx, db, { ...inventory, tenants: [tenant] }, added);
    return [id, ...ends];
  }

  /**
   * Adds the relations of an added tenant to tenants that exist; the others are added with the tenant at their other end.
   * @returns the other ends
   * @throws Left if they contradict those made here, as in a cycle
   */
  async function addRelations(db: Transaction, tenant: RelationTenant, added: queries.Ids): Promise<number[]> {
    const related = new Set([...added.keys()].flatMap((name) => relations.get(name) ?? []).map((one) => one.relation));
    const known = new Map<string, number>();
    for (const name of [...related].flatMap(({ parent, child }) => [parent, child])) {
      const id = added.get(name) ?? named.tenants.get(name);
      if (id !== undefined) known.set(name, id);
    }
    const complete = [...related].filter(({ parent, child }) => known.has(parent) && known.has(child));
    await requirePossible(db, tenant, complete, known);
    await queries.insertRelations(db, complete, known);
    const ends = complete.flatMap(({ parent, child }) => [queries.idOf(known, parent), queries.idOf(known, child)]);
    return [...new Set(ends)].filter((end) => end !== tenant.id);
  }

  const note = (kind: ItemKind, { ref, name, id }: { ref: string; name: string; id: number }): void => {
    byKind[kind]?.set(ref, id).set(name, id);
  };
  return { put, note };
}

/** @param known ids by name @throws Left */
async function requirePossible(
  db: Transaction,
  tenant: RelationTenant,
  related: readonly { parent: string; child: string }[],
  known: queries.Ids,
): Promise<void> {
  const entries = related.map(({ parent, child }): RelationEntry => {
    const [above, below] = [queries.idOf(known, parent), queries.idOf(known, child)];
    return above === tenant.id
      ? { id: null, type: 1, tenant_right: below }
      : { id: null, type: 2, tenant_right: above };
  });
  const names = new Map([...known].map(([name, id]) => [id, name]));
  const [fault] = await checkRelations(db, tenant, entries, { shown: [], hidden: [], names });
  if (fault) throw new Left(fault.message);
}

const relationsByName = ({ relations = [] }: Inventory) =>
  Map.groupBy(
    relations.flatMap((relation) => [relation.parent, relation.child].map((name) => ({ name, relation }))),
    ({ name }) => name,
  );
