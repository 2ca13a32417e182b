import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { and, asc, eq, gt, isNotNull, lte, ne, sql, type Column, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import type { NetChange } from '../history/queries-history.ts';
import { WITHDRAWAL } from '../publish/queries-publications.ts';
import { listKeys } from '../queries.ts';
import { configChanges, configDrifts, configRevisions, configs, publications } from '../tables.ts';

/** A config as stored, for the board. */
export interface BoardConfig extends ConfigPlace {
  revision: number;
  hash: string | null;
  savedBy: string | null;
  committedRevision: number | null;
  committedHash: string | null;
  /** The last commit failed or ended part-way, and none is running. */
  failing: boolean;
  /** Time of the first uncommitted save. */
  waitingSince: Date | null;
}

/** The stored data of a tenant on the board; secrets are ciphertext. */
export interface BoardFacts {
  id: number;
  name: string;
  services: readonly string[];
  /** Kinds of the fully committed configs. */
  committed: readonly string[];
  /** All other configs. */
  configs: BoardConfig[];
  drifts: (typeof configDrifts.$inferSelect)[];
  /** Changes of configs that have been committed at least once. */
  changes: (NetChange & ConfigPlace)[];
}

/** Restricts a statement to these tenants; null: all. */
type Which = readonly number[] | null;
const among = (column: Column, which: Which): SQL | undefined =>
  which === null ? undefined : sql`${column} = any(${sql.param([...which])}::integer[])`;

const waits = and(isNotNull(configs.hash), sql`${configs.hash} is distinct from ${configs.committedHash}`);

const isPlain = sql`(${configs.hash} is not distinct from ${configs.committedHash} and not ${configs.serversDiffer})`;

/** Kinds of the fully committed configs, which are the majority: one row per tenant instead of one per config. */
const listPlain = (db: Database, which: Which): Promise<{ tenantId: number; kinds: string | null }[]> =>
  db
    // A filter rather than a WHERE condition, for which the planner expects few rows and chooses a sort.
    .select({
      tenantId: configs.tenantId,
      kinds: sql<string | null>`string_agg(${configs.kind}, ' ') filter (where ${isPlain})`,
    })
    .from(configs)
    .where(and(isNotNull(configs.committedHash), among(configs.tenantId, which)))
    .groupBy(configs.tenantId);

const listTenants = (db: Database, which: Which): Promise<{ id: number; name: string; services: string | null }[]> => {
  const services = db
    .select({
      id: tenantServices.tenantId,
      services: sql<string>`string_agg(${tenantServices.service}, ' ')`.as('slugs'),
    })
    .from(tenantServices)
    .where(among(tenantServices.tenantId, which))
    .groupBy(tenantServices.tenantId)
    .as('services');
  return db
    .select({ id: tenants.id, name: tenants.name, services: services.services })
    .from(tenants)
    .leftJoin(services, eq(services.id, tenants.id))
    .where(and(notDeleted, among(tenants.id, which)));
};

/** Joins instead of a lookup per config: the planner of the embedded database has no table statistics. */
function listConfigs(db: Database, which: Which): Promise<BoardConfig[]> {
  const { tenantId, kind, state, startedAt, hash } = publications;
  const newest = (of: 'running' | 'failed') =>
    db
      .select({ tenantId, kind, at: sql`max(${startedAt})`.as(`${of}_at`) })
      .from(publications)
      .where(and(eq(state, of), ne(hash, WITHDRAWAL), among(tenantId, which)))
      .groupBy(tenantId, kind)
      .as(of);
  const [running, failed] = [newest('running'), newest('failed')];
  const ofConfig = (publication: typeof running) =>
    and(eq(publication.tenantId, configs.tenantId), eq(publication.kind, configs.kind));
  const hasFailed = sql`(${waits} and ${failed.at} > coalesce(${configs.committedAt}, '-infinity'::timestamptz))`;
  return db
    .select({
      tenantId: configs.tenantId,
      kind: configs.kind,
      revision: configs.revision,
      hash: configs.hash,
      savedBy: configs.savedBy,
      committedRevision: configs.committedRevision,
      committedHash: configs.committedHash,
      failing: sql<boolean>`(${running.at} is null and coalesce(${configs.serversDiffer} or ${hasFailed}, false))`,
      waitingSince:
        sql<Date | null>`(case when ${waits} then coalesce(${configRevisions.at}, ${configs.savedAt}) end)`.mapWith(
          configs.savedAt,
        ),
    })
    .from(configs)
    .leftJoin(running, ofConfig(running))
    .leftJoin(failed, ofConfig(failed))
    .leftJoin(
      configRevisions,
      and(
        eq(configRevisions.tenantId, configs.tenantId),
        eq(configRevisions.kind, configs.kind),
        // Revisions are numbered without gaps.
        sql`${configRevisions.number} = coalesce(${configs.committedRevision}, 0) + 1`,
      ),
    )
    .where(and(sql`not ${isPlain}`, among(configs.tenantId, which)));
}

/** The net effect of the revisions since the committed one. */
async function listChanges(db: Database, which: Which): Promise<(NetChange & ConfigPlace)[]> {
  const { tenantId, kind, key, before, after, revision } = configChanges;
  const found = await db
    .select({ tenantId, kind, key, before, after, revision })
    .from(configs)
    .innerJoin(
      configChanges,
      and(
        eq(tenantId, configs.tenantId),
        eq(kind, configs.kind),
        gt(revision, configs.committedRevision),
        lte(revision, configs.revision),
      ),
    )
    .where(and(waits, isNotNull(configs.committedRevision), among(configs.tenantId, which)));
  const net = new Map<string, (typeof found)[number] & { first: number }>();
  for (const change of found) {
    const place = `${change.tenantId} ${change.kind} ${change.key}`;
    const known = net.get(place);
    if (!known) net.set(place, { ...change, first: change.revision });
    else if (change.revision > known.revision) Object.assign(known, { after: change.after, revision: change.revision });
    else if (change.revision < known.first) Object.assign(known, { before: change.before, first: change.revision });
  }
  return [...net.values()];
}

/** Splits lists of words, caching results because many lists are equal. */
function splitter(): (words: string | null | undefined) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (words) => {
    if (!words) return [];
    const list = known.get(words) ?? words.split(' ');
    known.set(words, list);
    return list;
  };
}

/** These tenants (null: all) unless deleted, with the stored data of their configs. */
export async function listBoardFacts(db: Database, which: Which): Promise<BoardFacts[]> {
  const [found, plain, others, changed, drifting] = await Promise.all([
    listTenants(db, which),
    listPlain(db, which),
    listConfigs(db, which),
    listChanges(db, which),
    db.select().from(configDrifts).where(among(configDrifts.tenantId, which)).orderBy(asc(configDrifts.host)),
  ]);
  const byTenant = <Row extends { tenantId: number }>(list: readonly Row[]) =>
    Map.groupBy(list, ({ tenantId }) => tenantId);
  const [configsOf, changes, drifts] = [byTenant(others), byTenant(changed), byTenant(drifting)];
  const committed = new Map(plain.map(({ tenantId, kinds }) => [tenantId, kinds]));
  const split = splitter();
  return found.map(({ id, name, services }) => ({
    id,
    name,
    services: split(services),
    committed: split(committed.get(id)),
    configs: configsOf.get(id) ?? [],
    drifts: drifts.get(id) ?? [],
    changes: changes.get(id) ?? [],
  }));
}

export type Keys = ReadonlyMap<ConfigKindSlug, ReadonlyMap<string, KeyMeta>>;

/** The known keys of all kinds. */
export async function listAllKeys(db: Database): Promise<Keys> {
  const keys = new Map<ConfigKindSlug, ReadonlyMap<string, KeyMeta>>();
  for (const { slug } of CONFIG_KINDS) keys.set(slug, await listKeys(db, slug));
  return keys;
}
