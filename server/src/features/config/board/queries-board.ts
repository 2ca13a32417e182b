import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { and, asc, eq, gt, isNotNull, lte, sql, type Column, type SQL } from 'drizzle-orm';
import { isLiving } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { NetChange } from '../history/queries-history.ts';
import { listKeys } from '../queries.ts';
import { configChanges, configDrifts, configRevisions, configs, publications, type StoredItem } from '../tables.ts';

interface Place {
  tenantId: number;
  kind: ConfigKindSlug;
}

/** A config as stored, for the board. */
export interface BoardConfig extends Place {
  revision: number;
  hash: string | null;
  savedBy: string | null;
  committedRevision: number | null;
  committedHash: string | null;
  /** The last commit failed or ended part-way, and none is under way. */
  failing: boolean;
  /** Of the first save that waits. */
  waitingSince: Date | null;
}

/** What the board says of a tenant, as stored; secrets are ciphertext. */
export interface BoardFacts {
  id: number;
  name: string;
  services: string[];
  configs: BoardConfig[];
  drifts: (typeof configDrifts.$inferSelect)[];
  /** Of configs that were committed once. */
  changes: (NetChange & Place)[];
}

/** Limits a statement to tenants; null: all. */
type Which = readonly number[] | null;
const among = (column: Column, which: Which): SQL | undefined =>
  which === null ? undefined : sql`${column} = any(${sql.param([...which])}::integer[])`;

const waits = and(isNotNull(configs.hash), sql`${configs.hash} is distinct from ${configs.committedHash}`);

/** Joins instead of a look-up for each config: the planner of the embedded database knows nothing of how full the tables are. */
function listConfigs(db: Database, which: Which): Promise<BoardConfig[]> {
  const { tenantId, kind, state, startedAt } = publications;
  const newest = (of: 'running' | 'failed') =>
    db
      .select({ tenantId, kind, at: sql`max(${startedAt})`.as(`${of}_at`) })
      .from(publications)
      .where(and(eq(state, of), among(tenantId, which)))
      .groupBy(tenantId, kind)
      .as(of);
  const [running, failed] = [newest('running'), newest('failed')];
  const ofConfig = (one: typeof running) => and(eq(one.tenantId, configs.tenantId), eq(one.kind, configs.kind));
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
    .where(among(configs.tenantId, which));
}

/** The net effect of the revisions since the committed one. */
const listChanges = (db: Database, which: Which): Promise<(NetChange & Place)[]> => {
  const { tenantId, kind, key, before, after, revision } = configChanges;
  return db
    .select({
      tenantId,
      kind,
      key,
      before: sql<StoredItem | null>`(array_agg(${before} order by ${revision}))[1]`.mapWith(before),
      after: sql<StoredItem | null>`(array_agg(${after} order by ${revision} desc))[1]`.mapWith(after),
    })
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
    .where(and(waits, isNotNull(configs.committedRevision), among(configs.tenantId, which)))
    .groupBy(tenantId, kind, key)
    .orderBy(asc(tenantId), asc(kind), asc(key));
};

/** The living ones of these tenants, or all, with what is stored of their configs. */
export async function listBoardFacts(db: Database, which: Which): Promise<BoardFacts[]> {
  const found = await db
    .select({ id: tenants.id, name: tenants.name, service: tenantServices.service })
    .from(tenants)
    .leftJoin(tenantServices, eq(tenantServices.tenantId, tenants.id))
    .where(and(isLiving, among(tenants.id, which)));
  const byTenant = <Row extends { tenantId: number }>(list: readonly Row[]) =>
    Map.groupBy(list, ({ tenantId }) => tenantId);
  const own = byTenant(await listConfigs(db, which));
  const changes = byTenant(await listChanges(db, which));
  const drifts = byTenant(
    await db.select().from(configDrifts).where(among(configDrifts.tenantId, which)).orderBy(asc(configDrifts.host)),
  );
  return [...Map.groupBy(found, ({ id }) => id)].map(([id, rows]) => ({
    id,
    name: rows[0]?.name ?? '',
    services: rows.flatMap(({ service }) => service ?? []),
    configs: own.get(id) ?? [],
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
