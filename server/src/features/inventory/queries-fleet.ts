import { entryKey, ITEM_KINDS, type ItemKind } from '@mission-control/contract/inventory/plan';
import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { and, eq, inArray, isNotNull, notInArray, sql, type SQL } from 'drizzle-orm';
import { listHosts } from '../../fleet/queries-places.ts';
import { accounts, certificates, databaseHosts, environments, regions, servers, tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { onlyRow, type Db, type Transaction } from '../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../platform/database/insert-rows.ts';
import { configKeys } from '../config/public.ts';
import type { Existing, Fields, Item } from './plan.ts';
import { splitKey } from './items.ts';
import { readUses } from './queries-uses.ts';
import { inventoryItems } from './tables.ts';

/** Ids of the items of a kind, by ref. Config keys have none. */
export type RefIds = Readonly<Record<ItemKind, Map<string, number>>>;

interface Row {
  id: number;
  kind: ItemKind;
  fields: Fields;
}

/** The current state of everything that an inventory may declare. */
export interface Fleet {
  here: Existing[];
  ids: RefIds;
  /** Refs by kind and id. */
  refs: Map<string, string>;
  /** Ids of deleted tenants, whose names are free. */
  deleted: ReadonlySet<number>;
}

/**
 * Reads the fleet with the declarations of the last inventory.
 * @param file items not declared by an earlier inventory are matched by name
 */
export async function readFleet(db: Db, file: readonly Item[] = []): Promise<Fleet> {
  const known = await db.select().from(inventoryItems);
  const refById = new Map(known.map((one) => [`${one.kind} ${one.itemId}`, one.ref]));
  const declaredOf = new Map(known.map((one) => [entryKey(one), one.declared]));
  const inFile = new Set(file.map(entryKey));
  const refByName = new Map(
    file
      .filter((one) => !declaredOf.has(entryKey(one)))
      .map((one) => [`${one.kind} ${String(one.fields['name'])}`, one.ref]),
  );
  const refOf = ({ kind, id, fields }: Row) => {
    const name = String(fields['name']);
    return (
      refById.get(`${kind} ${id}`) ?? (inFile.has(`${kind} ${name}`) ? name : refByName.get(`${kind} ${name}`)) ?? name
    );
  };
  const gone = await db.select({ id: tenants.id }).from(tenants).where(isNotNull(tenants.deletedAt));
  const deleted = new Set(gone.map(({ id }) => id));
  const found = (await readRows(db)).filter(
    ({ kind, id }) => kind !== 'tenant' || !deleted.has(id) || refById.has(`${kind} ${id}`),
  );
  const refs = new Map(found.map((row) => [`${row.kind} ${row.id}`, refOf(row)]));
  const ids = Object.fromEntries(
    ITEM_KINDS.map((kind) => [
      kind,
      new Map(found.filter((row) => row.kind === kind).map((row) => [refOf(row), row.id])),
    ]),
  ) as unknown as RefIds;
  const uses = await readUses(db);
  const here = found.map((row): Existing => {
    const item = { kind: row.kind, ref: refOf(row) };
    const declared = declaredOf.get(entryKey(item)) ?? null;
    return {
      ...item,
      fields: withRefs(row.fields, refs),
      declared,
      usedBy: uses.get(`${row.kind} ${row.id}`) ?? null,
    };
  });
  const keys = (await readKeys(db)).map((one): Existing => ({
    ...one,
    declared: declaredOf.get(entryKey(one)) ?? null,
    usedBy: uses.get(entryKey(one)) ?? null,
  }));
  return { here: [...here, ...keys], ids, refs, deleted };
}

/** Fields with refs instead of ids. */
const withRefs = (fields: Fields, refs: ReadonlyMap<string, string>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) =>
      field === 'region' || field === 'account' ? [field, refs.get(`${field} ${String(value)}`)] : [field, value],
    ),
  );

/** Reads one item again and locks it; undefined if it is gone. */
export async function readItem(
  db: Transaction,
  { kind, ref }: Pick<Item, 'kind' | 'ref'>,
  { ids, refs }: Pick<Fleet, 'ids' | 'refs'>,
): Promise<Fields | undefined> {
  if (kind === 'config_key') return (await readKeys(db, ref))[0]?.fields;
  const id = ids[kind].get(ref);
  if (id === undefined) return undefined;
  await db.execute(sql`select from ${TABLES[kind]} where id = ${id} for update`);
  const [row] = await readRows(db, { kind, id });
  return row && withRefs(row.fields, refs);
}

const TABLES = {
  region: regions,
  account: accounts,
  certificate: certificates,
  environment: environments,
  database_host: databaseHosts,
  tenant: tenants,
};

/** Reads all rows, or one. References are ids, in fields of the kind's name. */
async function readRows(db: Db, only?: { kind: keyof typeof TABLES; id: number }): Promise<Row[]> {
  const kinds = only ? [only.kind] : ITEM_KINDS.filter((kind) => kind !== 'config_key');
  const found: Row[] = [];
  for (const kind of kinds) {
    const where = only ? sql`${TABLES[kind].id} = ${only.id}` : undefined;
    for (const { id, ...fields } of await READERS[kind](db, where)) found.push({ kind, id, fields });
  }
  return found;
}

type Read = (db: Db, where: SQL | undefined) => Promise<({ id: number } & Record<string, unknown>)[]>;

const READERS: Record<keyof typeof TABLES, Read> = {
  region: (db, where) => db.select().from(regions).where(where),
  account: (db, where) => db.select({ id: accounts.id, name: accounts.tradingName }).from(accounts).where(where),
  certificate: (db, where) => db.select().from(certificates).where(where),
  environment: async (db, where) => {
    const found = await db.select().from(environments).where(where);
    const hosts = await listHosts(db, where ? found.map(({ id }) => id) : null);
    return found.map(({ instanceId, groupName, regionId, services, ...row }) => ({
      ...row,
      instance_id: instanceId,
      group_name: groupName,
      region: regionId,
      services: services?.toSorted() ?? null,
      servers: (hosts.get(row.id) ?? []).toSorted(),
    }));
  },
  database_host: async (db, where) =>
    (await db.select().from(databaseHosts).where(where)).map(({ regionId, ...row }) => ({ ...row, region: regionId })),
  tenant: (db, where) =>
    db.select({ id: tenants.id, name: tenants.name, account: tenants.accountId }).from(tenants).where(where),
};

async function readKeys(db: Db, ref?: string): Promise<Item[]> {
  const found = await db
    .select()
    .from(configKeys)
    .where(ref === undefined ? undefined : isKey(ref));
  return found.map(({ kind, name, ...fields }) => ({ kind: 'config_key', ref: `${kind}/${name}`, fields }));
}

function isKey(ref: string): SQL {
  const [kind, name] = splitKey(ref);
  return sql`${configKeys.kind} = ${kind} and ${configKeys.name} = ${name}`;
}

/** The refs of a kind that inventories have declared, by id; by ref for config keys, which have no id. */
export async function listDeclared(db: Db, kind: ItemKind): Promise<Map<string, string>> {
  const found = await db
    .select({ id: inventoryItems.itemId, ref: inventoryItems.ref })
    .from(inventoryItems)
    .where(eq(inventoryItems.kind, kind));
  return new Map(found.map(({ id, ref }) => [id === null ? ref : String(id), ref]));
}

/** Stores an inventory's declarations of these items. `ids`: of those that have one. */
export async function declareItems(db: Db, items: readonly Item[], ids: RefIds): Promise<void> {
  const declared = items.map(({ kind, ref, fields }) => ({
    kind,
    ref,
    itemId: ids[kind].get(ref) ?? null,
    declared: fields,
  }));
  await insertRows(db, inventoryItems, declared, orUpdate(inventoryItems, 'declared', 'itemId'));
}

/** Inserts or updates an item other than a tenant. Returns its id; null for a config key. */
export async function putItem(db: Transaction, { kind, ref, fields }: Item, ids: RefIds): Promise<number | null> {
  const id = ids[kind].get(ref);
  const given = { ...fields } as Record<string, never>;
  const region = { regionId: ids.region.get(given['region'] ?? '') ?? 0 };
  switch (kind) {
    case 'region':
      return put(db, regions, id, { name: given['name'], description: given['description'] });
    case 'account':
      return put(db, accounts, id, { tradingName: given['name'] });
    case 'certificate':
      return put(db, certificates, id, { name: given['name'], domain: given['domain'] });
    case 'database_host':
      return put(db, databaseHosts, id, { ...given, ...region });
    case 'environment': {
      const { instance_id: instanceId, group_name: groupName, servers: hosts, ...rest } = given;
      const environmentId = await put(db, environments, id, { ...rest, ...region, instanceId, groupName });
      await putServers(db, environmentId, hosts ?? []);
      await undeclareServers(db, ref, hosts ?? []);
      return environmentId;
    }
    case 'config_key':
      await putKey(db, ref, given);
      return null;
    case 'tenant':
      throw new Error('Tenants are stored by their own queries.');
  }
}

async function put(
  db: Transaction,
  table: typeof regions | typeof accounts | typeof certificates | typeof databaseHosts | typeof environments,
  id: number | undefined,
  values: Record<string, unknown>,
): Promise<number> {
  const { region: _region, ref: _ref, ...columns } = values;
  if (id !== undefined) {
    await db.update(table).set(columns).where(eq(table.id, id));
    return id;
  }
  const made = await db
    .insert(table)
    .values(columns as never)
    .returning({ id: table.id });
  return onlyRow(made).id;
}

async function putServers(db: Transaction, environmentId: number, hosts: readonly string[]): Promise<void> {
  const here = eq(servers.environmentId, environmentId);
  await db.delete(servers).where(hosts.length > 0 ? and(here, notInArray(servers.host, [...hosts])) : here);
  if (hosts.length === 0) return;
  // A server may move here from another environment.
  await db
    .insert(servers)
    .values(hosts.map((host) => ({ environmentId, host })))
    .onConflictDoUpdate({ target: servers.host, set: { environmentId } });
}

/** Removes moved servers from the declarations of other environments, so that the move does not count as somebody else's change. */
async function undeclareServers(db: Transaction, ref: string, hosts: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${inventoryItems} set declared = jsonb_set(declared, '{servers}', (
      select coalesce(jsonb_agg(host), '[]'::jsonb) from jsonb_array_elements_text(declared->'servers') as host
      where not (${JSON.stringify(hosts)}::jsonb ? host)))
    where kind = 'environment' and ref <> ${ref} and exists (
      select from jsonb_array_elements_text(declared->'servers') as host where ${JSON.stringify(hosts)}::jsonb ? host)`);
}

async function putKey(db: Transaction, ref: string, fields: Record<string, unknown>): Promise<void> {
  const [kind, name] = splitKey(ref);
  await db
    .insert(configKeys)
    .values({ ...fields, kind, name } as never)
    .onConflictDoUpdate({ target: [configKeys.kind, configKeys.name], set: fields });
}

/** Removes an unused item; the database rejects it otherwise. */
export async function removeItem(
  db: Transaction,
  { kind, ref }: Pick<Item, 'kind' | 'ref'>,
  ids: RefIds,
): Promise<void> {
  const id = ids[kind].get(ref) ?? 0;
  if (kind === 'environment') await db.delete(servers).where(eq(servers.environmentId, id));
  if (kind === 'config_key') await db.delete(configKeys).where(isKey(ref));
  else if (kind !== 'tenant') await db.delete(TABLES[kind]).where(eq(TABLES[kind].id, id));
  await db.delete(inventoryItems).where(and(eq(inventoryItems.kind, kind), eq(inventoryItems.ref, ref)));
}

/** Gives an item a temporary unused name until the same transaction sets its own. Tenants are renamed by `changeTenants`. */
export async function freeName(db: Transaction, kind: ItemKind, id: number, name: string): Promise<void> {
  if (kind === 'region' || kind === 'environment' || kind === 'database_host')
    await db.update(TABLES[kind]).set({ name }).where(eq(TABLES[kind].id, id));
}

/** Ids that a tenant has or once had: they are never reused. */
export async function usedTenantIds(db: Db, wanted: readonly InventoryTenant[]): Promise<Set<number>> {
  const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (ids.length === 0) return new Set();
  const now = await db.select({ id: tenants.id }).from(tenants).where(inArray(tenants.id, ids));
  const once = await db
    .selectDistinct({ id: auditEvents.tenantId })
    .from(auditEvents)
    .where(inArray(auditEvents.tenantId, ids));
  const declared = await db
    .select({ id: inventoryItems.itemId })
    .from(inventoryItems)
    .where(and(eq(inventoryItems.kind, 'tenant'), inArray(inventoryItems.itemId, ids)));
  return new Set([...now, ...once, ...declared].flatMap(({ id }) => (id === null ? [] : [id])));
}
