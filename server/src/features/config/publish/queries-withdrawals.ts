import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { servers } from '../../../fleet/tables.ts';
import { jsonList, jsonObject, type Db, type Transaction } from '../../../platform/database/database.ts';
import { removeDrifts } from '../drift/queries-drift.ts';
import { WITHDRAWAL, type Publication } from './queries-publications.ts';
import type { ConfigPlace } from '../file/stored-items.ts';
import {
  configChanges,
  configDrifts,
  configItems,
  configRevisions,
  configs,
  NOT_COMMITTED,
  publications,
} from '../tables.ts';

const ofConfig = (table: typeof configs | typeof publications, place: ConfigPlace) =>
  and(eq(table.tenantId, place.tenantId), eq(table.kind, place.kind));

/** Locks the config until the transaction ends; undefined if nothing was ever saved. */
export async function lockExisting(db: Transaction, place: ConfigPlace) {
  const [config] = await db.select().from(configs).where(ofConfig(configs, place)).for('update');
  return config;
}

/** A publication's outcomes on servers in the inventory; others cannot be reached (0034). */
const outcomes = jsonList(
  jsonObject<{ host: string; ok: boolean }>({ host: servers.host, ok: sql`(entry ->> 'ok')::boolean` }),
  sql`jsonb_array_elements(${publications.outcome}) as outcomes(entry)
    join ${servers} on ${servers.host} = entry ->> 'host'`,
);

/** Those of these hosts that are in the inventory, sorted. */
export function listReachable(db: Db, hosts: string[]): Promise<{ host: string }[]> {
  return db.select({ host: servers.host }).from(servers).where(inArray(servers.host, hosts)).orderBy(asc(servers.host));
}

/** Hosts in the inventory that a publication of the config may have written to. */
export async function listWrittenHosts(db: Db, place: ConfigPlace): Promise<string[]> {
  const found = await db.select({ outcomes }).from(publications).where(ofConfig(publications, place));
  return [...new Set(found.flatMap((publication) => publication.outcomes.map(({ host }) => host)))];
}

/**
 * Hosts in the inventory that may hold a file of the config: it was written there and not withdrawn since.
 * @param writing states of the publications that count as written; a failed one may not have replaced any file
 */
export async function listHoldingHosts(
  db: Db,
  place: ConfigPlace,
  writing: Publication['state'][] = ['done', 'failed'],
): Promise<Set<string>> {
  const found = await db
    .select({ hash: publications.hash, state: publications.state, outcomes })
    .from(publications)
    .where(ofConfig(publications, place))
    .orderBy(asc(publications.startedAt), asc(publications.finishedAt));
  const holding = new Set<string>();
  for (const { hash, state, outcomes: each } of found) {
    for (const { host, ok } of each) {
      if (hash === WITHDRAWAL && ok) holding.delete(host);
      else if (hash !== WITHDRAWAL && writing.includes(state)) holding.add(host);
    }
  }
  return holding;
}

/** Configs whose last publication is a withdrawal that failed before `before` on a server of the inventory. */
export async function listUnwithdrawn(db: Db, before: Date, limit: number): Promise<ConfigPlace[]> {
  return (
    db
      .select({ tenantId: publications.tenantId, kind: publications.kind })
      .from(publications)
      .where(
        and(
          eq(publications.hash, WITHDRAWAL),
          eq(publications.state, 'failed'),
          lte(publications.finishedAt, before),
          sql`not exists (select from ${publications} later where later.tenant_id = ${publications.tenantId}
          and later.kind = ${publications.kind} and later.started_at > ${publications.startedAt})`,
          sql`exists (select from jsonb_array_elements(${publications.outcome}) as outcomes(entry)
          join ${servers} on ${servers.host} = entry ->> 'host' where not (entry ->> 'ok')::boolean)`,
        ),
      )
      .groupBy(publications.tenantId, publications.kind)
      // None waits behind others that stay in the list, such as those of a server that has returned to the service.
      .orderBy(sql`random()`)
      .limit(limit)
  );
}

/** Marks the config as uncommitted: no server has its file now. */
export async function clearCommitted(db: Transaction, place: ConfigPlace): Promise<void> {
  await db.update(configs).set(NOT_COMMITTED).where(ofConfig(configs, place));
  await removeDrifts(db, place);
}

/** Deletes the configs of a service with their history. */
export async function removeConfigs(db: Transaction, tenantId: number, service: string): Promise<void> {
  const kinds = CONFIG_KINDS.filter((kind) => kind.service === service).map((kind) => kind.slug);
  if (kinds.length === 0) return;
  for (const table of [publications, configDrifts, configChanges, configItems, configRevisions, configs]) {
    await db.delete(table).where(and(eq(table.tenantId, tenantId), inArray(table.kind, kinds)));
  }
}
