import { MAX_ID } from '@mission-control/contract/id';
import { sql } from 'drizzle-orm';
import {
  accounts,
  databaseHosts,
  environments,
  fleetHistory,
  fleetHistoryStart,
  regions,
  tenants,
  tenantServices,
} from '../../../fleet/tables.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { idRanges } from '../../../platform/database/id-ranges.ts';
import { configItems } from '../../config/public.ts';
import { releaseTargets } from '../../releases/public.ts';

/** Tenants per read, so that other queries can run in between. */
const CHUNK = 5_000;

/** A row of the fleet with the columns kept in the history. */
export interface KeptRow<Facts> {
  id: number;
  part: string;
  facts: Facts;
}

/** Range of tenant ids: `after` is exclusive, `last` inclusive. */
export interface Ids {
  after: number;
  last: number;
}

export interface TenantFacts {
  name: string;
  account_id: number;
  region_id: number;
  active: boolean;
  deployment_group: string;
  licence_expires: string | null;
  total_members: number | null;
  deleted_at: string | null;
}

export interface ServiceFacts {
  cron: boolean;
  web_environment_id: number | null;
  worker_environment_id: number | null;
  sns_environment_id: number | null;
  database_host_id: number | null;
  bridge: string | null;
  version: string | null;
  db_version: string | null;
}

/** The current rows of each table, with the columns of its trigger. */
const NOW = {
  tenants: ({ after, last }: Ids) => sql`
    select id, '' as part, to_jsonb(one) as facts from (
      select id, name, account_id, region_id, active, deployment_group, licence_expires, total_members, deleted_at
      from ${tenants} where id > ${after} and id <= ${last}) one`,
  tenant_services: ({ after, last }: Ids) => sql`
    select tenant_id as id, service as part, to_jsonb(one) as facts from (
      select tenant_id, service, cron, web_environment_id, worker_environment_id, sns_environment_id, database_host_id,
        bridge, version, db_version
      from ${tenantServices} where tenant_id > ${after} and tenant_id <= ${last}) one`,
  config_items: ({ after, last }: Ids) => sql`
    select tenant_id as id, '' as part, jsonb_build_object('value', value) as facts from ${configItems}
    where kind = 'licence' and key = 'expires' and tenant_id > ${after} and tenant_id <= ${last}`,
  regions: () => sql`select id, '' as part, jsonb_build_object('name', name) as facts from ${regions}`,
  accounts: () =>
    sql`select id, '' as part, jsonb_build_object('trading_name', trading_name) as facts from ${accounts}`,
  environments: () => sql`select id, '' as part, jsonb_build_object('name', name) as facts from ${environments}`,
  database_hosts: () => sql`select id, '' as part, jsonb_build_object('label', label) as facts from ${databaseHosts}`,
  release_targets: () =>
    sql`select 0 as id, service || '/' || env as part, jsonb_build_object('version', version) as facts from ${releaseTargets}`,
};

const ALL: Ids = { after: -1, last: MAX_ID };

/** The rows of a table as of a time. */
export async function listRowsAt<Facts>(
  db: Db,
  table: keyof typeof NOW,
  at: Date,
  ids: Ids = ALL,
): Promise<KeptRow<Facts>[]> {
  // Read current rows before past ones: a change in between is then among the past ones.
  const now = await rows<KeptRow<Facts>>(db, NOW[table](ids));
  const past = await rows<{ id: number; part: string; facts: Facts | null }>(
    db,
    sql`
      select distinct on (id, part) id, part, was as facts from ${fleetHistory}
      where thing = ${table} and until > ${at.toISOString()} and id > ${ids.after} and id <= ${ids.last}
      order by id, part, seq`,
  );
  if (past.length === 0) return now;
  const byKey = new Map(now.map((row) => [`${row.id} ${row.part}`, row]));
  for (const { id, part, facts } of past) {
    if (facts === null) byKey.delete(`${id} ${part}`);
    else byKey.set(`${id} ${part}`, { id, part, facts });
  }
  return [...byKey.values()];
}

/** Ranges that contain all tenants, those that no longer exist included. */
export const tenantRanges = async (db: Db): Promise<Ids[]> =>
  (await idRanges(db, tenants.id, CHUNK)).map(({ after, to }) => ({ after, last: Math.min(to, MAX_ID) }));

/** The start of history; null if none is kept. */
export async function findHistoryStart(db: Db): Promise<Date | null> {
  const [start] = await db.select({ at: fleetHistoryStart.at }).from(fleetHistoryStart);
  return start?.at ?? null;
}

/** Starts to keep history unless it is already kept. */
export async function beginHistory(db: Db): Promise<void> {
  await db.execute(sql`insert into ${fleetHistoryStart} (id, at) values (1, clock_timestamp()) on conflict do nothing`);
}

/** Deletes history before a time. */
export async function forgetHistory(db: Db, before: Date): Promise<void> {
  const time = before.toISOString();
  await db.execute(sql`delete from ${fleetHistory} where until <= ${time}`);
  await db.execute(sql`update ${fleetHistoryStart} set at = ${time} where at < ${time}`);
}
