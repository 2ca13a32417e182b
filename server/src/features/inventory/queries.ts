import type { ItemKind } from '@mission-control/contract/inventory/plan';
import type { Inventory, InventoryRelation, InventoryTenant } from '@mission-control/contract/inventory/schema';
import { foldName } from '@mission-control/contract/search/rules';
import { sql } from 'drizzle-orm';
import {
  databaseHosts,
  certificates,
  environments,
  regions,
  servers,
  accounts,
  tenants,
  domains,
  tenantServices,
} from '../../fleet/tables.ts';
import { rows, type Database, type Db, type Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { configItems, configKeys, configs } from '../config/public.ts';
import { relations } from '../relations/public.ts';
import { systemValues } from '../system/public.ts';
import { refOf } from './items.ts';

/** Ids by name in the inventory. */
export type Ids = ReadonlyMap<string, number>;

/** True if there is no tenant (including deleted ones), region or account. */
export async function isEmpty(db: Db): Promise<boolean> {
  const [found] = await rows<{ filled: boolean }>(
    db,
    sql`select exists (select from ${tenants}) or exists (select from ${regions}) or exists (select from ${accounts}) as filled`,
  );
  return found?.filled === false;
}

/** Serializes imports and changes of the fleet until the transaction ends, so that rules between items hold. */
export async function lockFleet(db: Transaction): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('inventory import'))`);
}

/** Lets this transaction pause longer than 30 s between two statements, e.g. while a large file is parsed. */
export async function allowPauses(db: Transaction): Promise<void> {
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}

/** Updates planner statistics after the bulk insert: the embedded database has no autovacuum. */
export async function refreshStatistics(db: Database): Promise<void> {
  await db.execute(
    sql`vacuum analyze ${tenants}, ${tenantServices}, ${domains}, ${environments}, ${configs}, ${configItems}, ${relations}, ${systemValues}`,
  );
}

interface NamedId {
  id: number;
  name: string;
}
const RETURNING = sql`returning id, name`;

export const insertRegions = async (db: Db, list: Inventory['regions']): Promise<Ids> =>
  idsOf(await insertRows<typeof regions, NamedId>(db, regions, list, RETURNING));

export async function insertAccounts(db: Db, list: Inventory['accounts']): Promise<Ids> {
  const values = list.map(({ name }) => ({ tradingName: name }));
  return idsOf(
    await insertRows<typeof accounts, NamedId>(db, accounts, values, sql`returning id, trading_name as name`),
  );
}

export const insertCertificates = async (db: Db, list: Inventory['certificates']): Promise<Ids> =>
  idsOf(await insertRows<typeof certificates, NamedId>(db, certificates, list, RETURNING));

export async function insertDatabaseHosts(db: Db, list: Inventory['database_hosts'], regionIds: Ids): Promise<Ids> {
  const values = list.map(({ region, ...host }) => ({ ...host, regionId: idOf(regionIds, region) }));
  return idsOf(await insertRows<typeof databaseHosts, NamedId>(db, databaseHosts, values, RETURNING));
}

/** Inserts the environments with their servers. */
export async function insertEnvironments(db: Db, list: Inventory['environments'], regionIds: Ids): Promise<Ids> {
  const values = list.map((one) => ({
    name: one.name,
    instanceId: one.instance_id,
    groupName: one.group_name,
    type: one.type,
    services: one.services ?? null,
    regionId: idOf(regionIds, one.region),
    fqdn: one.fqdn,
  }));
  const ids = idsOf(await insertRows<typeof environments, NamedId>(db, environments, values, RETURNING));
  const hosts = list.flatMap((one) => one.servers.map((host) => ({ environmentId: idOf(ids, one.name), host })));
  await insertRows(db, servers, hosts);
  return ids;
}

export async function insertConfigKeys(db: Db, list: Inventory['config_keys']): Promise<void> {
  await insertRows(
    db,
    configKeys,
    list.map(({ key_name: keyName, ...key }) => ({ ...key, name: keyName })),
  );
}

export async function insertTenants(
  db: Db,
  list: readonly InventoryTenant[],
  ids: { regions: Ids; accounts: Ids },
  saved: { at: Date; by: string },
): Promise<Ids> {
  const identified = list.length > 1 ? await withIds(db, list) : list;
  const made = await insertRows<typeof tenants, NamedId>(
    db,
    tenants,
    identified.map((one) => ({
      ...(one.id !== undefined && { id: one.id }),
      name: one.name,
      nameKey: foldName(one.name),
      regionId: idOf(ids.regions, one.region),
      accountId: idOf(ids.accounts, one.account),
      active: one.active,
      staging: one.staging,
      deploymentGroup: one.deployment_group,
      totalMembers: one.total_members,
      totalCentres: one.total_centres ?? null,
      licenceExpires: one.licence_expires,
      createdAt: one.created === undefined ? null : new Date(one.created),
      createdBy: one.created_by ?? null,
      updatedAt: saved.at,
      updatedBy: saved.by,
    })),
    RETURNING,
  );
  if (identified[0]?.id !== undefined)
    await db.execute(
      sql`select setval('tenants_id_seq', greatest((select max(id) from ${tenants}), (select last_value from tenants_id_seq)))`,
    );
  return idsOf(made);
}

/** Ids of existing items by ref and by name, since the parts of an inventory refer to each other by either. */
export function namedIds(inventory: Inventory, ids: Record<ItemKind, Ids>) {
  const named = (kind: ItemKind, list: readonly { name: string; ref?: string | undefined }[]) =>
    new Map(
      list.flatMap((one) => {
        const id = ids[kind].get(refOf(one));
        return id === undefined ? [] : [[one.name, id] as const, [refOf(one), id] as const];
      }),
    );
  return {
    regions: named('region', inventory.regions),
    accounts: named('account', inventory.accounts),
    certificates: named('certificate', inventory.certificates),
    environments: named('environment', inventory.environments),
    databaseHosts: named('database_host', inventory.database_hosts),
    tenants: named('tenant', inventory.tenants),
  };
}

/** If any tenant has an explicit id, assigns ids above the highest one, also of tenants inserted before, to those without. */
async function withIds(db: Db, list: readonly InventoryTenant[]): Promise<readonly InventoryTenant[]> {
  if (list.every(({ id }) => id === undefined)) return list;
  const [inserted] = await rows<{ highest: number | null }>(db, sql`select max(id) as highest from ${tenants}`);
  let next = Math.max(inserted?.highest ?? 0, ...list.map((one) => one.id ?? 0));
  return list.map((one) => (one.id === undefined ? { ...one, id: (next += 1) } : one));
}

/** Inserts the services of all tenants with their domains. */
export async function insertServices(
  db: Db,
  list: readonly InventoryTenant[],
  ids: { tenants: Ids; environments: Ids; certificates: Ids; databaseHosts: Ids },
): Promise<void> {
  const optional = (from: Ids, name: string | null): number | null => (name === null ? null : idOf(from, name));
  const all = list.flatMap((tenant) =>
    tenant.services.map((one) => ({ one, tenantId: idOf(ids.tenants, tenant.name), service: one.slug })),
  );
  await insertRows(
    db,
    tenantServices,
    all.map(({ one, tenantId, service }) => ({
      tenantId,
      service,
      cron: one.cron,
      maintenance: one.maintenance,
      webEnvironmentId: optional(ids.environments, one.web_environment),
      workerEnvironmentId: optional(ids.environments, one.worker_environment),
      snsEnvironmentId: optional(ids.environments, one.sns_environment),
      certificateId: optional(ids.certificates, one.certificate),
      databaseHostId: optional(ids.databaseHosts, one.database_host),
      bridge: one.bridge,
      version: one.version,
      dbVersion: one.db_version,
    })),
  );
  const hosts = all.flatMap(({ one, tenantId, service }) =>
    one.domains.map((domain) => ({
      tenantId,
      service,
      host: domain.host,
      isPrimary: domain.is_primary,
      hasWhitelist: domain.has_whitelist,
    })),
  );
  await insertRows(db, domains, hosts);
}

/** Inserts the last reported system values of all tenants. */
export async function insertSystemValues(db: Db, list: readonly InventoryTenant[], tenantIds: Ids): Promise<void> {
  const values = list.flatMap(({ name, system = {} }) =>
    Object.entries(system).map(([key, value]) => ({ tenantId: idOf(tenantIds, name), key, value })),
  );
  await insertRows(db, systemValues, values);
}

export async function insertRelations(db: Db, list: readonly InventoryRelation[], tenantIds: Ids): Promise<void> {
  await insertRows(
    db,
    relations,
    list.map(({ parent, child }) => ({ parentId: idOf(tenantIds, parent), childId: idOf(tenantIds, child) })),
  );
}

const idsOf = (found: readonly NamedId[]): Ids => new Map(found.map(({ id, name }) => [name, id]));

/** @throws for an unknown name, which validation should have rejected. */
export function idOf(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The inventory names "${name}", which was not imported.`);
  return id;
}
