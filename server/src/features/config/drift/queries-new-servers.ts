import { and, asc, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import { hasService } from '../history/queries-states.ts';
import { ofConfig } from '../queries.ts';
import { configDrifts, configs } from '../tables.ts';
import { setChecked } from './queries-drift.ts';

/** Committed configs whose files belong on the servers of an environment, sorted by tenant name. */
export function listCommittedOn(db: Db, environmentId: number) {
  return db
    .select({ tenantId: configs.tenantId, tenantName: tenants.name, kind: configs.kind })
    .from(configs)
    .innerJoin(tenants, and(eq(tenants.id, configs.tenantId), notDeleted))
    .innerJoin(
      tenantServices,
      and(
        hasService,
        or(eq(tenantServices.webEnvironmentId, environmentId), eq(tenantServices.workerEnvironmentId, environmentId)),
      ),
    )
    .where(isNotNull(configs.committedHash))
    .orderBy(asc(tenants.name), asc(configs.tenantId), asc(configs.kind));
}

/** Files on these servers that are missing (`hash` null) or differ. */
export function listDriftsOn(db: Db, hosts: readonly string[]) {
  return db
    .select()
    .from(configDrifts)
    .where(inArray(configDrifts.host, [...hosts]));
}

/** Marks committed configs as missing on added servers until the next check, which becomes due immediately. */
export async function noteMissing(
  db: Transaction,
  places: readonly ConfigPlace[],
  hosts: readonly string[],
  foundAt: Date,
): Promise<void> {
  const missing = places.flatMap(({ tenantId, kind }) =>
    hosts.map((host) => ({ tenantId, kind, host, hash: null, isNew: true, foundAt })),
  );
  await insertRows(db, configDrifts, missing, sql`on conflict do nothing`);
  if (missing.length > 0) await setChecked(db, places, null);
}

/** Deletes the drift of removed servers. */
export async function forgetServers(db: Transaction, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0) await db.delete(configDrifts).where(inArray(configDrifts.host, [...hosts]));
}

/** Deletes the drift on servers that a config no longer belongs to. */
export async function forgetOtherServers(
  db: Transaction,
  place: ConfigPlace,
  current: readonly string[],
): Promise<void> {
  await db.delete(configDrifts).where(and(ofConfig(configDrifts, place), notInArray(configDrifts.host, [...current])));
}

/** Whether one of these servers was added to the service since the last commit. */
export async function hasNewServer(db: Db, place: ConfigPlace, hosts: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ host: configDrifts.host })
    .from(configDrifts)
    .where(and(ofConfig(configDrifts, place), inArray(configDrifts.host, [...hosts]), configDrifts.isNew))
    .limit(1);
  return found.length > 0;
}
