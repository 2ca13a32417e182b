import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import type { Sum } from './buckets.ts';
import {
  monitorLatencies,
  monitorMinutes,
  monitorOutages,
  monitorPasts,
  monitorRaw,
  monitorRings,
  monitors,
  monitorSummaries,
} from '../tables.ts';

const BATCH = 500;

/** Locks the hours that ended before this time and are not in the rings yet, until the transaction ends. */
export function lockOpenHours(db: Transaction, before: Date) {
  return db
    .select({
      monitorId: monitorRaw.monitorId,
      hour: monitorRaw.hour,
      data: monitorRaw.data,
      counted: monitorRaw.counted,
    })
    .from(monitorRaw)
    .where(and(sql`not ${monitorRaw.rolled}`, lt(monitorRaw.hour, before)))
    .orderBy(asc(monitorRaw.hour), asc(monitorRaw.monitorId))
    .limit(BATCH)
    .for('update');
}

/** A completed hour of a monitor. */
export interface ClosedHour {
  monitorId: number;
  hour: Date;
  /** Its results so far. */
  counted: number;
  /** Hex-encoded. */
  minutes: string;
  sum: Sum;
  /** The part of the sum that was measured in maintenance windows. */
  inWindows: Sum;
}

/**
 * Adds hours to the rings. An hour that is already there, because it got a late result, is replaced, and the difference is applied to the
 * day, the month, and the counters of results outside the rings.
 */
export async function closeHours(db: Transaction, hours: readonly ClosedHour[]): Promise<void> {
  const list = hours.map(({ sum, inWindows, ...hour }) => ({
    ...hour,
    ...sum,
    apartChecks: inWindows.checks,
    apartFailures: inWindows.failures,
    apartMs: inWindows.msSum,
  }));
  const given = sql`json_to_recordset(${JSON.stringify(list)}::json) as g (
    "monitorId" int, hour timestamptz, minutes text, checks int, failures int, "msSum" bigint, "apartChecks" int, "apartFailures" int, "apartMs" bigint, counted int)`;
  await db.execute(sql`with more as (
      select g."monitorId" as id, g.hour, g.checks - coalesce(r.checks, 0) as checks,
        g.failures - coalesce(r.failures, 0) as failures, g."msSum" - coalesce(r.ms_sum, 0) as ms,
        g."apartChecks" - coalesce(r.apart_checks, 0) as apart_checks,
        g."apartFailures" - coalesce(r.apart_failures, 0) as apart_failures, g."apartMs" - coalesce(r.apart_ms, 0) as apart_ms
      from ${given}
      left join ${monitorRings} r on r.monitor_id = g."monitorId" and r.span = 'hour' and r.start = g.hour
    ), minutes as (
      insert into ${monitorMinutes} (monitor_id, hour, data)
      select g."monitorId", g.hour, decode(g.minutes, 'hex') from ${given}
      on conflict (monitor_id, hour) do update set data = excluded.data
    ), counted as (
      update ${monitors} m set open_checks = m.open_checks - s.checks, open_failures = m.open_failures - s.failures,
        open_ms = m.open_ms - s.ms
      from (select id, sum(checks)::int as checks, sum(failures)::int as failures, sum(ms)::bigint as ms from more group by id) s
      where m.id = s.id
    ), raw as (
      update ${monitorRaw} w set rolled = true, counted = g.counted from ${given} where w.monitor_id = g."monitorId" and w.hour = g.hour
    )
    insert into ${monitorRings} as r (monitor_id, span, start, checks, failures, ms_sum, apart_checks, apart_failures, apart_ms)
    select id, 'hour', hour, checks, failures, ms, apart_checks, apart_failures, apart_ms from more
    union all
    select id, 'day', date_trunc('day', hour, 'UTC'), sum(checks), sum(failures), sum(ms), sum(apart_checks),
      sum(apart_failures), sum(apart_ms) from more group by 1, 3
    union all
    select id, 'month', date_trunc('month', hour, 'UTC'), sum(checks), sum(failures), sum(ms), sum(apart_checks),
      sum(apart_failures), sum(apart_ms) from more group by 1, 3
    on conflict (monitor_id, span, start) do update
      set checks = r.checks + excluded.checks, failures = r.failures + excluded.failures, ms_sum = r.ms_sum + excluded.ms_sum,
        apart_checks = r.apart_checks + excluded.apart_checks, apart_failures = r.apart_failures + excluded.apart_failures,
        apart_ms = r.apart_ms + excluded.apart_ms`);
}

/** Adds latencies to the histograms of days; each day of a monitor occurs at most once. */
export async function addLatencies(
  db: Transaction,
  found: readonly (typeof monitorLatencies.$inferInsert)[],
): Promise<void> {
  if (found.length === 0) return;
  const { monitorId, day, counts } = monitorLatencies;
  await db
    .insert(monitorLatencies)
    .values([...found])
    .onConflictDoUpdate({
      target: [monitorId, day],
      set: {
        counts: sql`(select array_agg(least(32767, one::int + other) order by place)
          from unnest(${counts}, excluded.counts) with ordinality as both_of_them (one, other, place))::smallint[]`,
      },
    });
}

/** The histograms of a monitor since a day. */
export function listLatencies(db: Db, monitorId: number, since: Date) {
  return db
    .select({ day: monitorLatencies.day, counts: monitorLatencies.counts })
    .from(monitorLatencies)
    .where(and(eq(monitorLatencies.monitorId, monitorId), gte(monitorLatencies.day, since)));
}

/** Rewrites the summaries of these monitors, excluding maintenance windows. @param since the first day, the first hour */
export async function summarize(
  db: Transaction,
  ids: readonly number[],
  since: { day: Date; hour: Date },
): Promise<void> {
  const listOf = (span: 'hour' | 'day', seconds: number, from: Date) => sql`(
    select coalesce(json_agg(bucket order by (bucket->>0)::bigint), '[]'::json) from (
      select json_build_array(extract(epoch from start)::bigint / ${sql.raw(String(seconds))}, checks - apart_checks,
        failures - apart_failures, ms_sum - apart_ms) as bucket
      from ${monitorRings} where monitor_id = m.id and span = ${sql.raw(`'${span}'`)} and start >= ${from.toISOString()}::timestamptz
      union all
      select imported.bucket::json from ${monitorPasts} p, jsonb_array_elements(p.${sql.raw(`${span}s`)}) as imported (bucket)
      where p.monitor_id = m.id and (imported.bucket->>0)::bigint >= ${Math.floor(from.getTime() / 1000 / seconds)}::bigint
    ) as both_of_them)`;
  await db.execute(sql`insert into ${monitorSummaries} (monitor_id, days, hours)
    select m.id, ${listOf('day', 86_400, since.day)}, ${listOf('hour', 3_600, since.hour)}
    from ${monitors} m where ${inArray(sql`m.id`, [...ids])}
    on conflict (monitor_id) do update set days = excluded.days, hours = excluded.hours`);
}

/** Deletes expired data, and monitors whose domains are long gone. */
export async function forgetOld(
  db: Db,
  before: Record<'raw' | 'minute' | 'hour' | 'day' | 'past' | 'outage' | 'removed', Date>,
) {
  const ring = (span: 'hour' | 'day' | 'month', until: Date) =>
    and(eq(monitorRings.span, span), lt(monitorRings.start, until));
  await db.delete(monitorRaw).where(and(monitorRaw.rolled, lt(monitorRaw.hour, before.raw)));
  await db.delete(monitorMinutes).where(lt(monitorMinutes.hour, before.minute));
  await db.delete(monitorLatencies).where(lt(monitorLatencies.day, before.hour));
  await db.delete(monitorRings).where(ring('hour', before.hour));
  await db.delete(monitorRings).where(ring('day', before.day));
  await db.delete(monitorRings).where(ring('month', before.day));
  await db.delete(monitorPasts).where(lt(monitorPasts.until, before.past));
  await db.delete(monitorOutages).where(lt(monitorOutages.endedAt, before.outage));
  await db.delete(monitors).where(lt(monitors.removedAt, before.removed));
}
