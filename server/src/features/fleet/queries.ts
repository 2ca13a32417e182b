import type { FleetKind } from '@mission-control/contract/fleet/kinds';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { listHosts } from '../../fleet/queries-places.ts';
import { accounts, certificates, databaseHosts, environments, regions, tenants } from '../../fleet/tables.ts';
import { rows, type Db } from '../../platform/database/database.ts';
import { configKeys } from '../config/public.ts';
import { USERS } from '../inventory/public.ts';

/** An item as stored, with the inventory's field names. */
export interface FleetItem {
  key: string;
  fields: Record<string, unknown>;
}

/** All items of a kind by name; references are names. */
export async function readItems(db: Db, kind: FleetKind): Promise<FleetItem[]> {
  const withKeys = (found: ({ id: number } & Record<string, unknown>)[]): FleetItem[] =>
    found.map(({ id, ...fields }) => ({ key: String(id), fields }));
  switch (kind) {
    case 'region':
      return withKeys(await db.select().from(regions).orderBy(asc(regions.name)));
    case 'account':
      return withKeys(
        await db
          .select({ id: accounts.id, name: accounts.tradingName })
          .from(accounts)
          .orderBy(asc(accounts.tradingName), asc(accounts.id)),
      );
    case 'certificate':
      return withKeys(await db.select().from(certificates).orderBy(asc(certificates.name), asc(certificates.id)));
    case 'environment':
      return withKeys(await readEnvironments(db));
    case 'database_host':
      return withKeys(await readDatabaseHosts(db));
    case 'config_key':
      return (await db.select().from(configKeys).orderBy(asc(configKeys.kind), asc(configKeys.name))).map(
        ({ kind: configKind, name, ...fields }) => ({
          key: `${configKind}:${name}`,
          fields: { kind: configKind, key_name: name, ...fields },
        }),
      );
  }
}

async function readEnvironments(db: Db) {
  const hosts = await listHosts(db, null);
  const found = await db
    .select({ one: environments, region: regions.name })
    .from(environments)
    .innerJoin(regions, eq(regions.id, environments.regionId))
    .orderBy(asc(environments.name));
  return found.map(({ one, region }) => ({
    id: one.id,
    name: one.name,
    instance_id: one.instanceId,
    group_name: one.groupName,
    type: one.type,
    ...(one.services && { services: one.services.toSorted() }),
    region,
    fqdn: one.fqdn,
    servers: (hosts.get(one.id) ?? []).toSorted(),
  }));
}

const { regionId: _regionId, ...HOST } = getTableColumns(databaseHosts);

async function readDatabaseHosts(db: Db) {
  const found = await db
    .select({ one: HOST, region: regions.name })
    .from(databaseHosts)
    .innerJoin(regions, eq(regions.id, databaseHosts.regionId))
    .orderBy(asc(databaseHosts.name));
  return found.map(({ one, region }) => ({ ...one, region }));
}

/** Ids of the regions, by name. */
export async function regionIds(db: Db): Promise<Map<string, number>> {
  return new Map((await db.select().from(regions)).map(({ id, name }) => [name, id]));
}

/** Number of tenants by key of the item that they use. */
export async function countUsers(db: Db, kind: FleetKind): Promise<Map<string, { tenants: number; deleted: number }>> {
  const found = await rows<{ key: string; tenants: number; deleted: number }>(
    db,
    sql`select key, count(distinct tenant_id) filter (where not is_gone)::int as tenants,
          count(distinct tenant_id) filter (where is_gone)::int as deleted
        from (select used.key, used.tenant_id, used.gone or ${tenants.deletedAt} is not null as is_gone
          from (${USERS[kind]}) as used join ${tenants} on ${tenants.id} = used.tenant_id) as users
        where key is not null group by key`,
  );
  return new Map(found.map(({ key, ...counts }) => [key, counts]));
}

/** Names of the environments and database hosts by the name of their region. */
export async function namesByRegion(db: Db): Promise<Map<unknown, string[]>> {
  const items = [...(await readItems(db, 'environment')), ...(await readItems(db, 'database_host'))];
  const byRegion = Map.groupBy(items, ({ fields }) => fields['region']);
  return new Map([...byRegion].map(([region, found]) => [region, found.map(({ fields }) => String(fields['name']))]));
}

/** The existing tenants that use an item, by name. */
export function listUsers(db: Db, kind: FleetKind, key: string): Promise<{ id: number; name: string }[]> {
  return rows(
    db,
    sql`select distinct ${tenants.id} as id, ${tenants.name} as name
        from (${USERS[kind]}) as used join ${tenants} on ${tenants.id} = used.tenant_id
        where used.key = ${key} and not used.gone and ${tenants.deletedAt} is null
        order by name, id`,
  );
}
