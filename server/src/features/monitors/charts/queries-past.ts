import { eq, sql, type SQL } from 'drizzle-orm';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import type { ImportedResponses } from './imported-history.ts';
import { monitorOutages, monitorPasts, monitors, monitorSummaries, type ShortBucket } from '../tables.ts';

/** The imported history of a monitor. */
export interface ImportedHistory {
  id: number;
  /** ISO time. */
  until: string;
  responses: ImportedResponses;
  days: ShortBucket[];
  hours: ShortBucket[];
  /** In ms since 1970; `to` is null while ongoing. */
  outages: { from: number; to: number | null; error: string; failures: number }[];
  /** Latency of the last response. */
  ms: number | null;
  /** Why it is offline; null when online. */
  error: string | null;
  /** When it was last online, in ms since 1970; null: never. */
  online: number | null;
  /** When it was last offline, in ms since 1970. */
  offline: number | null;
}

/** Monitor ids by host; an inventory has each host once. */
export async function monitorIds(db: Transaction): Promise<Map<string, number>> {
  const found = await db.select({ id: monitors.id, host: monitors.host }).from(monitors);
  return new Map(found.map(({ id, host }) => [host, id]));
}

/** Monitors per statement, to keep parameters around a megabyte. */
const BATCH = 200;

/** Stores the history of monitors without one, and their state at its end. */
export async function insertImportedHistories(db: Transaction, list: readonly ImportedHistory[]): Promise<void> {
  for (let at = 0; at < list.length; at += BATCH) await insertBatch(db, list.slice(at, at + BATCH));
}

async function insertBatch(db: Transaction, list: readonly ImportedHistory[]): Promise<void> {
  const outages = list.flatMap((history) => history.outages.map((outage) => ({ id: history.id, ...outage })));
  await db.execute(sql`with given as (
      select * from ${given(
        list,
        sql`id int, until timestamptz, responses json, days jsonb, hours jsonb, ms int, error text, online bigint, offline bigint`,
      )}
    ), past as (
      insert into ${monitorPasts} (monitor_id, until, told, days, hours) select id, until, responses, days, hours from given
    ), short as (
      insert into ${monitorSummaries} (monitor_id, days, hours) select id, days, hours from given
    ), outages as (
      insert into ${monitorOutages} (monitor_id, started_at, ended_at, error, failures)
      select id, ${instant(sql`g.from`)}, ${instant(sql`g.to`)}, error, failures
      from ${given(outages, sql`id int, "from" bigint, "to" bigint, error text, failures int`)}
    )
    update ${monitors} m set status = case when g.error is null then 1 else 0 end, last_check = g.until, response_ms = g.ms,
      last_online = ${instant(sql`g.online`)}, last_offline = ${instant(sql`g.offline`)}, last_error = g.error
    from given g where m.id = g.id`);
}

const given = (list: readonly object[], columns: SQL): SQL =>
  sql`json_to_recordset(${JSON.stringify(list)}::json) as g (${columns})`;

const instant = (ms: SQL): SQL => sql`to_timestamp(${ms} / 1000.0)`;

/** The imported history of a monitor with its outages. */
export async function findImportedHistory(db: Db, id: number) {
  const [past] = await db
    .select({ until: monitorPasts.until, responses: monitorPasts.responses })
    .from(monitorPasts)
    .where(eq(monitorPasts.monitorId, id));
  if (!past) return undefined;
  const found = await db
    .select({ from: monitorOutages.startedAt, to: monitorOutages.endedAt })
    .from(monitorOutages)
    .where(eq(monitorOutages.monitorId, id));
  const until = past.until.getTime();
  const outages = found.map(({ from, to }) => ({ from: from.getTime(), to: Math.min(to?.getTime() ?? until, until) }));
  return { responses: past.responses, until, outages };
}
