import { and, asc, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { servers, tenants, tenantServices } from '../../../fleet/tables.ts';
import { jsonList, jsonObject, type Db, type Transaction } from '../../../platform/database/database.ts';
import { removeDrifts } from '../drift/queries-drift.ts';
import { hasService } from '../history/queries-states.ts';
import { ofConfig } from '../queries.ts';
import { insertPublication, WITHDRAWAL, type Publication } from './queries-publications.ts';
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
 * Hosts in the inventory that may hold a file of the config: it was written there, or its withdrawal failed there (an imported config
 * has no other publication), and it was not withdrawn since.
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
      else if (hash === WITHDRAWAL || writing.includes(state)) holding.add(host);
    }
  }
  return holding;
}

const newestFirst = (db: Db, place: ConfigPlace) =>
  db
    .select()
    .from(publications)
    .where(ofConfig(publications, place))
    .orderBy(desc(publications.startedAt), desc(publications.finishedAt));

/** Whether the last publication has withdrawn the config from all servers, and it was not taken over or imported since. */
export async function isWithdrawn(db: Db, config: ConfigPlace & { committedAt: Date | null }): Promise<boolean> {
  const [last] = await newestFirst(db, config).limit(1);
  if (last?.hash !== WITHDRAWAL || last.state !== 'done' || !last.everywhere) return false;
  return (config.committedAt?.getTime() ?? 0) <= (last.finishedAt?.getTime() ?? 0);
}

/**
 * Stores a withdrawal as the running publication of its config. It replaces the failed one that it repeats and takes over what that
 * one did on other servers; otherwise there would be a row for each attempt while a server is down. From one that it does not replace
 * it takes over the servers that failed, because only the last withdrawal is sent again.
 */
export async function insertWithdrawal(
  db: Transaction,
  place: ConfigPlace,
  targets: readonly { host: string }[],
  facts: Pick<Publication, 'id' | 'revision' | 'startedAt' | 'owner' | 'everywhere'>,
): Promise<Publication> {
  const found = await newestFirst(db, place);
  // As in `listUnwithdrawn`, failed commits change nothing.
  const last = found.find(({ hash, state }) => hash === WITHDRAWAL || state !== 'failed');
  const earlier = last?.hash === WITHDRAWAL ? last : undefined;
  const repeated = earlier?.state === 'failed' && earlier === found[0] ? earlier : undefined;
  if (repeated) await db.delete(publications).where(eq(publications.id, repeated.id));
  const hosts = targets.map(({ host }) => host);
  const others =
    earlier?.outcome?.filter(({ host, ok }) => !hosts.includes(host) && (repeated !== undefined || !ok)) ?? [];
  return insertPublication(db, {
    ...place,
    ...facts,
    hash: WITHDRAWAL,
    state: 'running',
    requestedBy: 'The console',
    outcome: [...hosts.map((host) => ({ host, ok: false })), ...others],
  });
}

/** Servers whose file would stay: the config is committed to them, or must be committed first. */
const keepsFile = sql`(${tenants.deletedAt} is null and ${tenantServices.service} is not null and (${configs.serversDiffer}
  or (${configs.committedHash} is not null
    and ${servers.environmentId} in (${tenantServices.webEnvironmentId}, ${tenantServices.workerEnvironmentId}))))`;

/**
 * Configs with a withdrawal that ended before `before` and failed on a server of the inventory, which may have been out of it in
 * between, and was not followed by another one or by a successful commit, which withdraws what is left itself.
 */
export async function listUnwithdrawn(db: Db, before: Date, limit: number): Promise<ConfigPlace[]> {
  return (
    db
      .select({ tenantId: publications.tenantId, kind: publications.kind })
      .from(publications)
      .innerJoin(configs, and(eq(configs.tenantId, publications.tenantId), eq(configs.kind, publications.kind)))
      .innerJoin(tenants, eq(tenants.id, publications.tenantId))
      .leftJoin(tenantServices, hasService)
      .where(
        and(
          eq(publications.hash, WITHDRAWAL),
          ne(publications.state, 'running'),
          lte(publications.finishedAt, before),
          sql`not exists (select from ${publications} later where later.tenant_id = ${publications.tenantId}
          and later.kind = ${publications.kind} and later.started_at > ${publications.startedAt}
          and (later.hash = ${WITHDRAWAL} or later.state <> 'failed'))`,
          sql`exists (select from jsonb_array_elements(${publications.outcome}) as outcomes(entry)
          join ${servers} on ${servers.host} = entry ->> 'host' where not (entry ->> 'ok')::boolean and ${keepsFile} is not true)`,
        ),
      )
      .groupBy(publications.tenantId, publications.kind)
      // None waits for ever behind others whose withdrawal cannot begin.
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
