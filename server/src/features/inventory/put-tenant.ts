import type { ItemKind } from '@mission-control/contract/inventory/plan';
import type { Inventory, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { foldName } from '@mission-control/contract/search/rules';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { importConfigs } from './import-configs.ts';
import type { Step } from './plan.ts';
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
  const relations = Map.groupBy(
    (inventory.relations ?? []).flatMap((one) => [one.parent, one.child].map((name) => ({ name, one }))),
    ({ name }) => name,
  );

  /** Adds a tenant with everything that the inventory declares for it, or updates the differing fields of an existing one. */
  async function put(
    ctx: Ctx,
    db: Transaction,
    { tenant, step }: { tenant: InventoryTenant; step: Step },
  ): Promise<number> {
    const saved = { at: ctx.clock.now(), by: ctx.actor.name };
    const id = ids.tenant.get(step.ref);
    if (id !== undefined) {
      const fields = new Set(step.changes.map(({ field }) => field));
      await changeTenants(
        db,
        [id],
        { at: saved.at, name: saved.by },
        {
          ...(fields.has('name') && { name: tenant.name, nameKey: foldName(tenant.name) }),
          ...(fields.has('account') && { accountId: queries.idOf(named.accounts, tenant.account) }),
        },
      );
      return id;
    }
    const made = await queries.insertTenants(db, [tenant], named, saved);
    await queries.insertServices(db, [tenant], { ...named, tenants: made });
    await queries.insertSystemValues(db, [tenant], made);
    const own = new Set([tenant.name, refOf(tenant)]);
    const idOfName = new Map([...made, [refOf(tenant), queries.idOf(made, tenant.name)] as const]);
    const idBy = (name: string) => (own.has(name) ? idOfName.get(name) : named.tenants.get(name));
    const related = [...new Set([...own].flatMap((name) => relations.get(name) ?? []).map(({ one }) => one))];
    const present = related.flatMap(({ parent, child }) =>
      [parent, child].map((name) => [name, idBy(name)] as const).filter(([, found]) => found !== undefined),
    );
    const known = new Map(present as [string, number][]);
    const complete = related.filter(({ parent, child }) => known.has(parent) && known.has(child));
    await queries.insertRelations(db, complete, known);
    await importConfigs(ctx, db, { ...inventory, tenants: [tenant] }, made);
    return queries.idOf(made, tenant.name);
  }

  const note = (kind: ItemKind, { ref, name, id }: { ref: string; name: string; id: number }): void => {
    byKind[kind]?.set(ref, id).set(name, id);
  };
  return { put, note };
}
