import type { ConfigKind, ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { and, asc, eq, getTableColumns, gt, inArray, sql, type Column } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { environments, servers, tenants, tenantServices } from '../../fleet/tables.ts';
import { batched } from '../../platform/database/batched.ts';
import {
  jsonList,
  jsonObject,
  perDatabase,
  type Database,
  type Db,
  type Transaction,
} from '../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../platform/database/insert-rows.ts';
import { pipelined } from '../../platform/database/transaction.ts';
import type { ConfigPlace, KeyedItem } from './file/stored-items.ts';
import type { NetChange } from './history/queries-history.ts';
import type { Change } from './history/save-diff.ts';
import { configChanges, configItems, configKeys, configRevisions, configs } from './tables.ts';

/** Rows of one config. */
export const ofConfig = (table: Record<'tenantId' | 'kind', Column>, place: ConfigPlace) =>
  and(eq(table.tenantId, place.tenantId), eq(table.kind, place.kind));

/** The expiry comes from the saved Licence config, falling back to the tenant's column (C-078). */
export const licenceItem = and(
  eq(configItems.tenantId, tenants.id),
  eq(configItems.kind, 'licence'),
  eq(configItems.key, 'expires'),
  sql`${configItems.value} <> ''`,
);
/** Column of a query over tenants that joins `licenceItem`. */
export const licenceExpiry = sql<string | null>`coalesce(${configItems.value}, ${tenants.licenceExpires})`;

const ownerColumns = {
  tenantName: tenants.name,
  deletedAt: tenants.deletedAt,
  service: tenantServices,
  targets: jsonList(
    jsonObject<{ host: string; environment: string }>({ host: servers.host, environment: environments.name }),
    sql`${servers} join ${environments} on ${environments.id} = ${servers.environmentId}
      where ${servers.environmentId} in (${tenantServices.webEnvironmentId}, ${tenantServices.workerEnvironmentId})`,
    sql`${servers.host}`,
  ),
};

/** The tenant, deleted or not, with its service of the kind (null if it lacks it) and that service's servers by host. */
export async function findConfigOwner(db: Db, tenantId: number, kind: ConfigKind) {
  const [owner] = await db
    .select(ownerColumns)
    .from(tenants)
    .leftJoin(tenantServices, and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, kind.service)))
    .where(eq(tenants.id, tenantId));
  return owner;
}

interface Wanted {
  tenant: number;
  kind: ConfigKindSlug;
  service: string;
}
/** The configs that a prepared statement reads, from the placeholder `wanted`: the JSON of a `Wanted[]`. */
const WANTED = sql`json_to_recordset(${sql.placeholder('wanted')}::json) as wanted(tenant integer, kind text, service text)`;
const ID = sql<number>`wanted.tenant`;
const KIND = sql<ConfigKindSlug>`wanted.kind`;
const SERVICE = sql<string>`wanted.service`;
const isOwn = (table: typeof configItems | typeof configChanges) =>
  sql`${table.tenantId} = ${ID} and ${table.kind} = ${KIND}`;
const isServiceOfOwner = and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, SERVICE));
const isConfigOfOwner = and(eq(configs.tenantId, tenants.id), eq(configs.kind, KIND));
/** Oldest first; none if never committed. */
const changesSinceCommit = jsonList(
  jsonObject<NetChange>({
    key: configChanges.key,
    before: configChanges.before,
    after: configChanges.after,
  }),
  sql`${configChanges} where ${isOwn(configChanges)} and ${configChanges.revision} > ${configs.committedRevision}`,
  sql`${configChanges.revision}, ${configChanges.key}`,
);

/**
 * The owner as `findConfigOwner` returns it, which known keys are secret, the saved items, and the changes since the commit: one
 * statement, so that an editor shows one moment. Secrets are ciphertext.
 */
export async function findSavedConfig(db: Database, tenantId: number, { slug, service }: ConfigKind) {
  const wanted: Wanted[] = [{ tenant: tenantId, kind: slug, service }];
  const [found] = await savedConfig(db).execute({ wanted: JSON.stringify(wanted) });
  return found && { ...found, keys: new Map(found.keys.map((key) => [key.name, key])) };
}

const savedConfig = perDatabase((db) =>
  db
    .select({
      ...ownerColumns,
      committed: configs.committedRevision,
      keys: jsonList(
        jsonObject<{ name: string; secret: boolean }>({ name: configKeys.name, secret: configKeys.secret }),
        sql`${configKeys} where ${configKeys.kind} = ${KIND}`,
      ),
      items: jsonList(
        jsonObject<KeyedItem>({
          key: configItems.key,
          value: configItems.value,
          secret: configItems.secret,
          type: configItems.type,
          state: configItems.state,
          valueTemplate: configItems.valueTemplate,
        }),
        sql`${configItems} where ${isOwn(configItems)}`,
        sql`${configItems.key}`,
      ),
      changes: changesSinceCommit,
    })
    .from(WANTED)
    .innerJoin(tenants, eq(tenants.id, ID))
    .leftJoin(tenantServices, isServiceOfOwner)
    .leftJoin(configs, isConfigOfOwner)
    .prepare('saved_config'),
);

/** The owner, the config row (null if nothing was ever saved), and what a commit would change: one statement. */
export const findConfigFacts = (db: Database, tenantId: number, { slug, service }: ConfigKind) =>
  configFactsReader(db)(JSON.stringify({ tenant: tenantId, kind: slug, service } satisfies Wanted));

const configFactsReader = perDatabase((db) =>
  batched(async (wanted: string[]) => {
    const found = await configFacts(db).execute({ wanted: `[${wanted.join()}]` });
    return new Map(
      found.map(({ wanted: { tenant, kind, service }, ...rest }) => [JSON.stringify({ tenant, kind, service }), rest]),
    );
  }),
);

const configFacts = perDatabase((db) =>
  db
    .select({
      wanted: jsonObject<Wanted>({ tenant: ID, kind: KIND, service: SERVICE }),
      ...ownerColumns,
      config: configs,
      items: sql<number>`(select count(*)::int from ${configItems} where ${isOwn(configItems)})`,
      changes: changesSinceCommit,
    })
    .from(WANTED)
    .innerJoin(tenants, eq(tenants.id, ID))
    .leftJoin(tenantServices, isServiceOfOwner)
    .leftJoin(configs, isConfigOfOwner)
    .prepare('config_facts'),
);

/** The config row; undefined if nothing was ever saved. */
export async function findConfig(db: Db, place: ConfigPlace) {
  const [config] = await db.select().from(configs).where(ofConfig(configs, place));
  return config;
}

type Config = typeof configs.$inferSelect;

/**
 * Locks the config row until the transaction ends, creating it if absent, and reads more under the lock.
 * @param read starts its statements synchronously, so that they are sent together with the lock; called again if the row was absent
 */
export async function lockConfig<const Reads extends readonly PromiseLike<unknown>[]>(
  db: Transaction,
  place: ConfigPlace,
  read: () => Reads,
): Promise<[Config, ...{ [At in keyof Reads]: Awaited<Reads[At]> }]> {
  const lock = async () => (await db.select().from(configs).where(ofConfig(configs, place)).for('update'))[0];
  const lockAndRead = async () => {
    // Begun before the reads, which must see what the previous holder of the lock wrote.
    const locked = lock();
    const [config, ...found] = await pipelined(locked, ...read());
    return config && ([config, ...found] as [Config, ...{ [At in keyof Reads]: Awaited<Reads[At]> }]);
  };
  const first = await lockAndRead();
  if (first) return first;
  await db.insert(configs).values(place).onConflictDoNothing();
  const second = await lockAndRead();
  if (!second) throw new Error('The config row disappeared while it was locked.');
  return second;
}

/** The saved items, sorted by key; secrets are ciphertext. */
export function listItems(db: Db, place: ConfigPlace) {
  return db.select().from(configItems).where(ofConfig(configItems, place)).orderBy(asc(configItems.key));
}

/** The known keys of a kind by name. */
export async function listKeys(db: Db, kind: ConfigKindSlug): Promise<Map<string, KeyMeta>> {
  const rows = await db.select().from(configKeys).where(eq(configKeys.kind, kind)).orderBy(asc(configKeys.name));
  return new Map(
    rows.map(({ name, kind: of, ...meta }) => [name, { key_name: name, ...meta, ...FIXED[`${of}/${name}`] }]),
  );
}

/** Metadata that overrides an inventory's: the console parses the licence expiry as a date (C-078). */
const FIXED: Readonly<Record<string, Partial<KeyMeta>>> = { 'licence/expires': { type: 'date' } };

/** Exported items of a key in the configs of existing tenants; secrets are ciphertext. */
export function listHolders(db: Db, kind: ConfigKind, key: string) {
  return db
    .select(getTableColumns(configItems))
    .from(configItems)
    .innerJoin(tenants, and(eq(tenants.id, configItems.tenantId), notDeleted))
    .innerJoin(
      tenantServices,
      and(eq(tenantServices.tenantId, configItems.tenantId), eq(tenantServices.service, kind.service)),
    )
    .where(and(eq(configItems.kind, kind.slug), eq(configItems.key, key), eq(configItems.state, 1)));
}

/** Changes of the revisions after `revision`, oldest first. */
export function listChangesSince(db: Db, place: ConfigPlace, revision: number) {
  return db
    .select({
      key: configChanges.key,
      revision: configChanges.revision,
      before: configChanges.before,
      after: configChanges.after,
      author: configRevisions.author,
      at: configRevisions.at,
    })
    .from(configChanges)
    .innerJoin(configRevisions, sameRevision)
    .where(and(ofConfig(configRevisions, place), gt(configRevisions.number, revision)))
    .orderBy(asc(configChanges.revision), asc(configChanges.key));
}

const sameRevision = and(
  eq(configRevisions.tenantId, configChanges.tenantId),
  eq(configRevisions.kind, configChanges.kind),
  eq(configRevisions.number, configChanges.revision),
);

export interface NewRevision {
  number: number;
  author: string;
  at: Date;
  hash: string;
  changes: Change[];
}

/** Stores a revision, applies it to the items and makes it the saved one. */
export async function storeRevision(db: Transaction, place: ConfigPlace, revision: NewRevision): Promise<void> {
  const { number, author, at, hash, changes } = revision;
  const kept = changes.flatMap(({ key, after }) => (after ? [{ ...place, ...after, key, revision: number }] : []));
  const gone = changes.flatMap(({ key, after }) => (after ? [] : [key]));
  const updated = orUpdate(configItems, 'value', 'secret', 'type', 'state', 'valueTemplate', 'revision');
  const saved = { revision: number, hash, savedAt: at, savedBy: author };
  const isGone = and(ofConfig(configItems, place), inArray(configItems.key, gone));
  await pipelined(
    db.insert(configRevisions).values({ ...place, number, author, at, hash }),
    insertChanges(
      db,
      changes.map((change) => ({ ...place, revision: number, ...change })),
    ),
    insertRows(db, configItems, kept, updated),
    ...(gone.length > 0 ? [db.delete(configItems).where(isGone)] : []),
    db.update(configs).set(saved).where(ofConfig(configs, place)),
  );
}

type RevisionChange = ConfigPlace & Change & { revision: number };

/** Stores the two sides of each change without the key, which has its own column. */
async function insertChanges(db: Transaction, changes: readonly RevisionChange[]): Promise<void> {
  const rows = changes.map((change) => ({ ...change, before: facts(change.before), after: facts(change.after) }));
  await insertRows(db, configChanges, rows);
}

/** Rows of new configs. */
export interface ConfigRows {
  configs: (typeof configs.$inferInsert)[];
  items: (typeof configItems.$inferInsert)[];
  revisions: (typeof configRevisions.$inferInsert)[];
  changes: RevisionChange[];
}

export async function insertConfigRows(db: Transaction, rows: ConfigRows): Promise<void> {
  await insertRows(db, configs, rows.configs);
  await insertRows(db, configRevisions, rows.revisions);
  await insertRows(db, configItems, rows.items);
  await insertChanges(db, rows.changes);
}

function facts(item: KeyedItem | null) {
  if (!item) return null;
  const { value, secret, type, state, valueTemplate } = item;
  return { value, secret, type, state, valueTemplate };
}
