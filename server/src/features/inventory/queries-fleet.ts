import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import {
  accounts,
  certificates,
  databaseHosts,
  environments,
  regions,
  servers,
  tenants,
  tenantServices,
} from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { configItems, configKeys } from '../config/public.ts';
import type { Existing, Fields, Thing, ThingKind } from './plan.ts';
import { inventoryThings } from './tables.ts';

/** Ids of the things of a kind, by ref. Config keys have none. */
export type RefIds = Readonly<Record<ThingKind, Map<string, number>>>;

interface Row {
  id: number;
  kind: ThingKind;
  fields: Fields;
}

/** Everything that an inventory may declare, as it is here, with what the last inventory declared. */
export async function readFleet(db: Db): Promise<{ here: Existing[]; ids: RefIds }> {
  const known = await db.select().from(inventoryThings);
  const refById = new Map(known.map((one) => [`${one.kind} ${one.thingId}`, one.ref]));
  const declaredOf = new Map(known.map((one) => [`${one.kind} ${one.ref}`, one.declared]));
  const uses = await readUses(db);
  const found = await readRows(db);
  const refOf = ({ kind, id, fields }: Row) => refById.get(`${kind} ${id}`) ?? String(fields['name']);
  const refs = new Map(found.map((row) => [`${row.kind} ${row.id}`, refOf(row)]));
  const ids = Object.fromEntries(
    (['region', 'account', 'certificate', 'environment', 'database_host', 'config_key', 'tenant'] as const).map(
      (kind) => [kind, new Map(found.filter((row) => row.kind === kind).map((row) => [refOf(row), row.id]))],
    ),
  ) as unknown as RefIds;
  const here = found.map((row): Existing => {
    const ref = refOf(row);
    const named = Object.fromEntries(
      Object.entries(row.fields).map(([field, value]) =>
        field === 'region' || field === 'account' ? [field, refs.get(`${field} ${String(value)}`)] : [field, value],
      ),
    );
    const declared = declaredOf.get(`${row.kind} ${ref}`) ?? null;
    return { kind: row.kind, ref, fields: named, declared, usedBy: uses.get(`${row.kind} ${row.id}`) ?? null };
  });
  const keys = await readKeys(db, uses, declaredOf);
  return { here: [...here, ...keys], ids };
}

/** References are ids, in fields of the kind's name. */
async function readRows(db: Db): Promise<Row[]> {
  const hosts = Map.groupBy(
    await db.select({ id: servers.environmentId, host: servers.host }).from(servers),
    ({ id }) => id,
  );
  const all: [ThingKind, ({ id: number } & Record<string, unknown>)[]][] = [
    ['region', await db.select().from(regions)],
    ['account', await db.select({ id: accounts.id, name: accounts.tradingName }).from(accounts)],
    ['certificate', await db.select().from(certificates)],
    [
      'environment',
      (await db.select().from(environments)).map(({ instanceId, groupName, regionId, services, ...one }) => ({
        ...one,
        instance_id: instanceId,
        group_name: groupName,
        region: regionId,
        services: services?.toSorted() ?? null,
        servers: (hosts.get(one.id) ?? []).map(({ host }) => host).toSorted(),
      })),
    ],
    [
      'database_host',
      (await db.select().from(databaseHosts)).map(({ regionId, ...one }) => ({ ...one, region: regionId })),
    ],
    ['tenant', await db.select({ id: tenants.id, name: tenants.name, account: tenants.accountId }).from(tenants)],
  ];
  return all.flatMap(([kind, list]) => list.map(({ id, ...fields }) => ({ kind, id, fields })));
}

async function readKeys(db: Db, uses: ReadonlyMap<string, string>, declared: ReadonlyMap<string, Fields>) {
  const found = await db.select().from(configKeys);
  return found.map(({ kind, name, ...fields }): Existing => {
    const key = `config_key ${kind}/${name}`;
    return {
      kind: 'config_key',
      ref: `${kind}/${name}`,
      fields,
      declared: declared.get(key) ?? null,
      usedBy: uses.get(key) ?? null,
    };
  });
}

const PLACES = [
  ['environment', sql`unnest(array[web_environment_id, worker_environment_id, sns_environment_id])`],
  ['certificate', sql`certificate_id`],
  ['database_host', sql`database_host_id`],
] as const;

/** Who uses a thing, as a sentence, by kind and id. Only tenants: other things are the inventory's own. */
async function readUses(db: Db): Promise<Map<string, string>> {
  const ofServices = PLACES.map(
    ([kind, id]) =>
      sql`select distinct ${kind} as kind, (${id})::text as id, ${tenants.name} as tenant
          from ${tenantServices} join ${tenants} on ${tenants.id} = ${tenantServices.tenantId}`,
  );
  const ofTenants: SQL[] = [
    sql`select 'region', ${tenants.regionId}::text, ${tenants.name} from ${tenants}`,
    sql`select 'account', ${tenants.accountId}::text, ${tenants.name} from ${tenants}`,
    sql`select distinct 'config_key', ${configItems.kind} || '/' || ${configItems.key}, ${tenants.name}
        from ${configItems} join ${tenants} on ${tenants.id} = ${configItems.tenantId}`,
  ];
  const found = await rows<{ kind: string; id: string; first: string; count: number }>(
    db,
    sql`select kind, id, min(tenant) as first, count(*)::int as count
        from (${sql.join([...ofServices, ...ofTenants], sql` union all `)}) as uses
        where id is not null group by kind, id`,
  );
  return new Map(
    found.map(({ kind, id, first, count }) => [
      `${kind} ${id}`,
      count === 1 ? `${first} uses it.` : `${first} and ${count - 1} more tenants use it.`,
    ]),
  );
}

/** Stores what an inventory declared of these things. `ids`: those that have one. */
export async function declareThings(db: Db, things: readonly Thing[], ids: RefIds): Promise<void> {
  for (let from = 0; from < things.length; from += CHUNK) {
    const part = things
      .slice(from, from + CHUNK)
      .map(({ kind, ref, fields }) => ({ kind, ref, thingId: ids[kind].get(ref) ?? null, declared: fields }));
    await db
      .insert(inventoryThings)
      .values(part)
      .onConflictDoUpdate({
        target: [inventoryThings.kind, inventoryThings.ref],
        set: { declared: sql`excluded.declared`, thingId: sql`excluded.thing_id` },
      });
  }
}

const CHUNK = 1000;

/** Inserts or updates a thing other than a tenant. Returns its id; null for a config key. */
export async function putThing(db: Transaction, { kind, ref, fields }: Thing, ids: RefIds): Promise<number | null> {
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
      const own = await put(db, environments, id, { ...rest, ...region, instanceId, groupName });
      await putServers(db, own, hosts ?? []);
      return own;
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
  const { region: _, ref: __, ...own } = values;
  if (id !== undefined) {
    await db.update(table).set(own).where(eq(table.id, id));
    return id;
  }
  const [made] = await db
    .insert(table)
    .values(own as never)
    .returning({ id: table.id });
  if (!made) throw new Error('The thing was not stored.');
  return made.id;
}

async function putServers(db: Transaction, environmentId: number, hosts: readonly string[]): Promise<void> {
  const own = eq(servers.environmentId, environmentId);
  await db.delete(servers).where(hosts.length > 0 ? and(own, notInArray(servers.host, [...hosts])) : own);
  if (hosts.length === 0) return;
  // A server may move here from another environment.
  await db
    .insert(servers)
    .values(hosts.map((host) => ({ environmentId, host })))
    .onConflictDoUpdate({ target: servers.host, set: { environmentId } });
}

async function putKey(db: Transaction, ref: string, fields: Record<string, unknown>): Promise<void> {
  const [kind = '', name = ''] = splitKey(ref);
  await db
    .insert(configKeys)
    .values({ ...fields, kind, name } as never)
    .onConflictDoUpdate({ target: [configKeys.kind, configKeys.name], set: fields });
}

const splitKey = (ref: string): string[] => [ref.slice(0, ref.indexOf('/')), ref.slice(ref.indexOf('/') + 1)];

/** Removes a thing that nobody uses; the database refuses it otherwise. */
export async function removeThing(
  db: Transaction,
  { kind, ref }: Pick<Thing, 'kind' | 'ref'>,
  ids: RefIds,
): Promise<void> {
  const id = ids[kind].get(ref) ?? 0;
  if (kind === 'environment') await db.delete(servers).where(eq(servers.environmentId, id));
  if (kind === 'config_key') {
    const [slug = '', name = ''] = splitKey(ref);
    await db.delete(configKeys).where(and(eq(sql`${configKeys.kind}`, slug), eq(configKeys.name, name)));
  } else if (kind !== 'tenant') {
    const table = {
      region: regions,
      account: accounts,
      certificate: certificates,
      environment: environments,
      database_host: databaseHosts,
    }[kind];
    await db.delete(table).where(eq(table.id, id));
  }
  await db.delete(inventoryThings).where(and(eq(inventoryThings.kind, kind), eq(inventoryThings.ref, ref)));
}

/** The ids that a tenant has now or had once: they are never given again. */
export async function usedTenantIds(db: Db, wanted: readonly InventoryTenant[]): Promise<Set<number>> {
  const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (ids.length === 0) return new Set();
  const now = await db.select({ id: tenants.id }).from(tenants).where(inArray(tenants.id, ids));
  const once = await db
    .selectDistinct({ id: auditEvents.tenantId })
    .from(auditEvents)
    .where(inArray(auditEvents.tenantId, ids));
  const declared = await db
    .select({ id: inventoryThings.thingId })
    .from(inventoryThings)
    .where(and(eq(inventoryThings.kind, 'tenant'), inArray(inventoryThings.thingId, ids)));
  return new Set([...now, ...once, ...declared].flatMap(({ id }) => (id === null ? [] : [id])));
}
