import { and, asc, eq, inArray } from 'drizzle-orm';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { removeDrifts } from '../drift/queries-drift.ts';
import { WITHDRAWAL } from './queries-publications.ts';
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

/** Hosts that a publication of the config may have written to. */
export async function listWrittenHosts(db: Db, place: ConfigPlace): Promise<string[]> {
  const found = await db
    .select({ outcome: publications.outcome })
    .from(publications)
    .where(ofConfig(publications, place));
  return [...new Set(found.flatMap(({ outcome }) => (outcome ?? []).map(({ host }) => host)))];
}

/** Hosts that may hold a file of the config: it was written there and not withdrawn since. */
export async function listHoldingHosts(db: Db, place: ConfigPlace): Promise<Set<string>> {
  const found = await db
    .select({ hash: publications.hash, outcome: publications.outcome })
    .from(publications)
    .where(ofConfig(publications, place))
    .orderBy(asc(publications.startedAt), asc(publications.finishedAt));
  const holding = new Set<string>();
  for (const { hash, outcome } of found) {
    for (const { host, ok } of outcome ?? []) {
      if (hash !== WITHDRAWAL) holding.add(host);
      else if (ok) holding.delete(host);
    }
  }
  return holding;
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
