import { eq, sql, type SQL } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import type { ToldResponses } from './past.ts';
import { monitorOutages, monitorPasts, monitors, monitorSummaries, type ShortBucket } from './tables.ts';

/** What an inventory told of a monitor. */
export interface MonitorPast {
  id: number;
  /** ISO time. */
  until: string;
  told: ToldResponses;
  days: ShortBucket[];
  hours: ShortBucket[];
  /** In ms since 1970; `to` null: it lasts. */
  outages: { from: number; to: number | null; error: string; failures: number }[];
  /** Of the last answer. */
  ms: number | null;
  /** Why it is offline; null: it is not. */
  error: string | null;
  /** When it was offline last, in ms since 1970. */
  offline: number | null;
}

/** Ids of the monitors by their hosts, which one inventory has once each. */
export async function monitorIds(db: Transaction): Promise<Map<string, number>> {
  const found = await db.select({ id: monitors.id, host: monitors.host }).from(monitors);
  return new Map(found.map(({ id, host }) => [host, id]));
}

/** Monitors a statement: few enough for a parameter of a megabyte. */
const BATCH = 200;

/** Stores the past of monitors that have none, and how they were at its end. */
export async function insertPasts(db: Transaction, list: readonly MonitorPast[]): Promise<void> {
  for (let at = 0; at < list.length; at += BATCH) await insertBatch(db, list.slice(at, at + BATCH));
}

async function insertBatch(db: Transaction, list: readonly MonitorPast[]): Promise<void> {
  const outages = list.flatMap(({ id, outages: own }) => own.map((outage) => ({ id, ...outage })));
  await db.execute(sql`with given as (
      select * from ${given(
        list,
        sql`id int, until timestamptz, told json, days jsonb, hours jsonb, ms int, error text, offline bigint`,
      )}
    ), told as (
      insert into ${monitorPasts} (monitor_id, until, told, days, hours) select id, until, told, days, hours from given
    ), short as (
      insert into ${monitorSummaries} (monitor_id, days, hours) select id, days, hours from given
    ), outages as (
      insert into ${monitorOutages} (monitor_id, started_at, ended_at, error, failures)
      select id, ${instant(sql`g.from`)}, ${instant(sql`g.to`)}, error, failures
      from ${given(outages, sql`id int, "from" bigint, "to" bigint, error text, failures int`)}
    )
    update ${monitors} m set status = case when g.error is null then 1 else 0 end, last_check = g.until, response_ms = g.ms,
      last_online = case when g.error is null then g.until end, last_offline = ${instant(sql`g.offline`)}, last_error = g.error
    from given g where m.id = g.id`);
}

const given = (list: readonly object[], columns: SQL): SQL =>
  sql`json_to_recordset(${JSON.stringify(list)}::json) as g (${columns})`;

const instant = (ms: SQL): SQL => sql`to_timestamp(${ms} / 1000.0)`;

/** What an inventory told of a monitor, with the times without an answer. */
export async function findPast(db: Db, id: number) {
  const [past] = await db
    .select({ until: monitorPasts.until, told: monitorPasts.told })
    .from(monitorPasts)
    .where(eq(monitorPasts.monitorId, id));
  if (!past) return undefined;
  const found = await db
    .select({ from: monitorOutages.startedAt, to: monitorOutages.endedAt })
    .from(monitorOutages)
    .where(eq(monitorOutages.monitorId, id));
  const until = past.until.getTime();
  const outages = found.map(({ from, to }) => ({ from: from.getTime(), to: Math.min(to?.getTime() ?? until, until) }));
  return { told: past.told, until, outages };
}
