import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { tenantKeys } from '@mission-control/contract/inventory/rules';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { appendImported, type ImportedEntry } from '../../platform/audit/append-imported.ts';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { inTransaction, pipelined } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { importConfigs } from './import-configs.ts';
import * as queries from './queries.ts';
import { declareItems, type RefIds } from './queries-fleet.ts';
import { readInventoryParts, refusedLine, type InventoryPart } from './read-inventory.ts';
import { itemsOf, refOf } from './items.ts';

/** Numbers of imported objects. */
export interface ImportCounts {
  regions: number;
  accounts: number;
  environments: number;
  servers: number;
  database_hosts: number;
  tenants: number;
  services: number;
  configs: number;
  relations: number;
  /** Audit events from the inventory's history. */
  past_events?: number;
}

/** Imports one part of an inventory's history. Returns its audit events. */
export type PastWriter = (
  db: Transaction,
  history: InventoryHistory,
  ids: { tenants: queries.Ids; environments: queries.Ids; databaseHosts: queries.Ids },
  now: Date,
) => Promise<ImportedEntry[] | void>;

/** Imports an inventory file into an empty console; null, without reading the file, if it is not empty. */
export async function importInventoryFile(
  ctx: Ctx,
  path: string,
  past: readonly PastWriter[] = [],
): Promise<ImportCounts | null> {
  if (!(await queries.isEmpty(ctx.db))) return null;
  return importParts(ctx, readInventoryParts(path), past);
}

/**
 * Imports a validated inventory into an empty console, all or nothing. Servers are not touched (C-134).
 * @param past imports the history, one writer per feature
 * @throws AppError('conflict') if the console is not empty
 */
export function importInventory(
  ctx: Ctx,
  inventory: Inventory,
  past: readonly PastWriter[] = [],
): Promise<ImportCounts> {
  return importParts(ctx, [{ line: 1, inventory }], past);
}

/** `parts`: inventories that differ in their tenants and relations; the first has the history. */
async function importParts(
  ctx: Ctx,
  parts: AsyncIterable<InventoryPart> | Iterable<InventoryPart>,
  past: readonly PastWriter[],
): Promise<ImportCounts> {
  const counts: ImportCounts = { ...NOTHING };
  await inTransaction(ctx, async ({ db, record }) => {
    await queries.lockFleet(db);
    await queries.allowPauses(db);
    if (!(await queries.isEmpty(db))) {
      throw new AppError('conflict', 'The console is not empty. An inventory is only imported into an empty one.');
    }
    let platform: PlatformIds | undefined;
    const earlier = new Set<string>();
    for await (const { line, inventory } of parts) {
      // Each line is validated by itself.
      const keys = tenantKeys(inventory.tenants);
      if (keys.some((key) => earlier.has(key))) throw refusedLine(line, [CLASH]);
      for (const key of keys) earlier.add(key);
      const isFirst = platform === undefined;
      platform ??= await insertPlatform(db, inventory);
      const tenants = await insertTenants(ctx, db, inventory, platform).catch((error: unknown) => {
        throw !isFirst && isUniqueViolation(error) ? refusedLine(line, [CLASH]) : error;
      });
      const ids = { ...platform, tenants };
      const items = itemsOf(inventory).filter(({ kind }) => isFirst || kind === 'tenant');
      await declareItems(db, items, refIdsOf(ids));
      count(counts, inventory);
      if (inventory.history) counts.past_events = await insertHistory(ctx, db, inventory.history, ids, past);
    }
    record({
      action: 'inventory.imported',
      subject: 'fleet',
      after: counts,
      topics: [TOPIC.tenants, TOPIC.roster, TOPIC.environments, TOPIC.databases],
    });
  });
  await queries.refreshStatistics(ctx.db);
  return counts;
}

const CLASH =
  'a tenant has the id, the ref, the name or a domain of a tenant in an earlier line. A tenant without an id gets the next free one: give ids to all of them or to none.';

type PlatformIds = Awaited<ReturnType<typeof insertPlatform>>;

/** Inserts what the tenants refer to. Returns its ids by name and by ref. */
async function insertPlatform(db: Transaction, inventory: Inventory) {
  const regions = byRef(inventory.regions, await queries.insertRegions(db, inventory.regions));
  const accounts = byRef(inventory.accounts, await queries.insertAccounts(db, inventory.accounts));
  const certificates = byRef(inventory.certificates, await queries.insertCertificates(db, inventory.certificates));
  const environments = byRef(
    inventory.environments,
    await queries.insertEnvironments(db, inventory.environments, regions),
  );
  const databaseHosts = byRef(
    inventory.database_hosts,
    await queries.insertDatabaseHosts(db, inventory.database_hosts, regions),
  );
  await queries.insertConfigKeys(db, inventory.config_keys);
  return { regions, accounts, certificates, environments, databaseHosts };
}

/** Inserts the tenants with all their data. Returns their ids by name and by ref. */
async function insertTenants(
  ctx: Ctx,
  db: Transaction,
  inventory: Inventory,
  ids: PlatformIds,
): Promise<Map<string, number>> {
  const saved = { at: ctx.clock.now(), by: ctx.actor.name };
  const tenants = byRef(inventory.tenants, await queries.insertTenants(db, inventory.tenants, ids, saved));
  await pipelined(
    queries.insertServices(db, inventory.tenants, { ...ids, tenants }),
    queries.insertSystemValues(db, inventory.tenants, tenants),
    queries.insertRelations(db, inventory.relations ?? [], tenants),
    importConfigs(ctx, db, inventory, tenants),
  );
  return tenants;
}

const refIdsOf = (ids: PlatformIds & { tenants: Map<string, number> }): RefIds => ({
  region: ids.regions,
  account: ids.accounts,
  certificate: ids.certificates,
  environment: ids.environments,
  database_host: ids.databaseHosts,
  config_key: new Map(),
  tenant: ids.tenants,
});

function byRef(list: readonly { name: string; ref?: string | undefined }[], ids: queries.Ids): Map<string, number> {
  return new Map(
    list.flatMap((one) => [one.name, refOf(one)].map((text) => [text, queries.idOf(ids, one.name)] as const)),
  );
}

/** Appends the history to the audit log, before the event of the import. Returns the number of events. */
async function insertHistory(
  ctx: Ctx,
  db: Transaction,
  history: InventoryHistory,
  ids: Parameters<PastWriter>[2],
  past: readonly PastWriter[],
): Promise<number> {
  const changes = history.changes.map(({ at, tenant, ...change }): ImportedEntry => {
    const tenantId = tenant === null ? undefined : ids.tenants.get(tenant);
    return { ...change, at: new Date(at), ...(tenantId !== undefined && { tenantId }) };
  });
  const now = ctx.clock.now();
  const written = await pipelined(...past.map((write) => write(db, history, ids, now)));
  const entries = [...changes, ...written.flatMap((events) => events ?? [])];
  await appendImported(db, entries);
  return entries.length;
}

const NOTHING: ImportCounts = {
  regions: 0,
  accounts: 0,
  environments: 0,
  servers: 0,
  database_hosts: 0,
  tenants: 0,
  services: 0,
  configs: 0,
  relations: 0,
};

/** Adds a part of an inventory to the counts. */
function count(counts: ImportCounts, inventory: Inventory): void {
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
  counts.regions = inventory.regions.length;
  counts.accounts = inventory.accounts.length;
  counts.environments = inventory.environments.length;
  counts.servers = sum(inventory.environments.map((one) => one.servers.length));
  counts.database_hosts = inventory.database_hosts.length;
  counts.tenants += inventory.tenants.length;
  counts.services += sum(inventory.tenants.map((one) => one.services.length));
  counts.configs += sum(inventory.tenants.map((one) => one.configs.length));
  counts.relations += inventory.relations?.length ?? 0;
}
