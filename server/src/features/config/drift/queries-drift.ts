import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigDrift } from '@mission-control/contract/config/schema';
import { and, asc, eq, isNotNull, isNull, lte, notInArray, or, sql, type Column } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import { type Database, type Db, type Transaction, jsonList, jsonObject } from '../../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../../platform/database/insert-rows.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { hasService } from '../history/queries-states.ts';
import { ofConfig } from '../queries.ts';
import { configDrifts, configs, publications } from '../tables.ts';

/** A server whose file is not the committed one. */
export type DriftRow = typeof configDrifts.$inferSelect;

/**
 * Claims the committed configs that are due, never-checked ones first, and marks them checked, so that concurrent workers claim
 * others. Skips configs that are being published, whose servers are known to differ, or whose tenant or service is deleted.
 */
export function takeUnchecked(db: Database, { now, before, limit }: { now: Date; before: Date; limit: number }) {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        tenantId: configs.tenantId,
        kind: configs.kind,
        committedHash: configs.committedHash,
        committedAt: configs.committedAt,
        webEnvironmentId: tenantServices.webEnvironmentId,
        workerEnvironmentId: tenantServices.workerEnvironmentId,
      })
      .from(configs)
      .innerJoin(tenants, and(eq(tenants.id, configs.tenantId), notDeleted))
      .innerJoin(tenantServices, hasService)
      .leftJoin(publications, runningOf)
      .where(
        and(
          isNotNull(configs.committedHash),
          eq(configs.serversDiffer, false),
          isNull(publications.id),
          or(isNull(configs.checkedAt), lte(configs.checkedAt, before)),
        ),
      )
      .orderBy(sql`${configs.checkedAt} asc nulls first`)
      .limit(limit)
      .for('update', { of: configs, skipLocked: true });
    await setChecked(tx, due, now);
    return due;
  });
}

const runningOf = and(
  eq(publications.tenantId, configs.tenantId),
  eq(publications.kind, configs.kind),
  eq(publications.state, 'running'),
);

/** Sets when these configs were last compared with their servers; null makes them due. */
export async function setChecked(db: Db, places: readonly ConfigPlace[], at: Date | null): Promise<void> {
  if (places.length === 0) return;
  const list = JSON.stringify(places.map(({ tenantId, kind }) => ({ tenant_id: tenantId, kind })));
  await db
    .update(configs)
    .set({ checkedAt: at })
    .where(
      sql`(${configs.tenantId}, ${configs.kind}) in
          (select tenant_id, kind from json_to_recordset(${list}::json) as due(tenant_id integer, kind text))`,
    );
}

/** Known drift of these tenants' configs. */
export function listDrifts(db: Db, tenantIds: number[]): Promise<DriftRow[]> {
  return db
    .select()
    .from(configDrifts)
    .where(sql`${configDrifts.tenantId} = any(${sql.param(tenantIds)}::integer[])`);
}

/** Known drift of one config, sorted by host. */
export function listDriftsOf(db: Db, place: ConfigPlace): Promise<DriftRow[]> {
  return db.select().from(configDrifts).where(ofConfig(configDrifts, place)).orderBy(asc(configDrifts.host));
}

/** Replaces the drift of a config by these rows. */
export async function replaceDrifts(db: Transaction, place: ConfigPlace, drifts: DriftRow[]): Promise<void> {
  const hosts = drifts.map(({ host }) => host);
  await db.delete(configDrifts).where(and(ofConfig(configDrifts, place), notInArray(configDrifts.host, hosts)));
  await insertRows(db, configDrifts, drifts, orUpdate(configDrifts, 'hash', 'differences'));
}

/** Clears the drift of a config: its servers have the committed file again, or it has none. */
export async function removeDrifts(db: Transaction, place: ConfigPlace): Promise<void> {
  await db.delete(configDrifts).where(ofConfig(configDrifts, place));
}

/** A drift row in JSON form. */
export interface DriftFacts {
  kind: ConfigKindSlug;
  host: string;
  /** Hash of the file found there; null: no file. */
  hash: string | null;
  /** The server never had the file. */
  isNew: boolean;
  foundAt: string;
}

/** Drift of the tenant's configs, as a column of a query over tenants; parse it with `driftsByKind`. */
export function driftsOfTenant(tenantId: Column) {
  const row = jsonObject<DriftFacts>({
    kind: configDrifts.kind,
    host: configDrifts.host,
    hash: configDrifts.hash,
    isNew: configDrifts.isNew,
    foundAt: configDrifts.foundAt,
  });
  return jsonList(row, sql`${configDrifts} where ${configDrifts.tenantId} = ${tenantId}`, sql`${configDrifts.host}`);
}

/** Drift by config kind, without kinds that have none. */
export function driftsByKind(drifts: readonly DriftFacts[]): Record<string, ConfigDrift> {
  const byKind = Map.groupBy(drifts, (row) => row.kind);
  return Object.fromEntries(
    [...byKind].flatMap(([kind, ofKind]) => {
      const drift = driftOf(ofKind.map(({ foundAt, ...row }) => ({ ...row, foundAt: new Date(foundAt) })));
      return drift ? [[kind, drift]] : [];
    }),
  );
}

/** Drift of one config; null if no server differs. */
export function driftOf(drifts: readonly Pick<DriftRow, 'host' | 'hash' | 'isNew' | 'foundAt'>[]): ConfigDrift | null {
  const [first] = drifts.map((row) => row.foundAt.toISOString()).toSorted();
  if (first === undefined) return null;
  const missing = drifts.filter(({ hash, isNew }) => isNew && hash === null).length;
  return { hosts: drifts.map((row) => row.host), missing, found_at: first };
}
