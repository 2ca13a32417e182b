import { sql } from 'drizzle-orm';
import { rows, type Db } from '../../../platform/database/database.ts';
import type { Condition } from './judge.ts';
import { SHARDS } from './lease-plan.ts';
import { monitorLeases, monitorOutages, monitorRaw, monitors } from '../tables.ts';

/** Results of one monitor since the last write. */
export interface Findings {
  id: number;
  revision: number;
  condition: Condition;
  checks: number;
  failures: number;
  ms: number;
  changed: boolean;
  /** Packed results to append, by hour, in hexadecimal. */
  raw: { hour: Date; data: string }[];
  /** Failures and end of the outage in progress at the last write. */
  outage: { failures: number; ended: Date | null };
  /** New outages. */
  began: { at: Date; ended: Date | null; error: string; failures: number }[];
}

/**
 * Writes findings in one statement. Findings are dropped if the monitor was changed meanwhile, another worker took it over, or they are not
 * newer than the stored ones, unless those are later than `now`: the clock was set back. Returns the monitors whose visible state changed.
 */
export function writeFindings(
  db: Db,
  me: string,
  found: readonly Findings[],
  now: Date,
): Promise<{ id: number; tenantId: number }[]> {
  const raw = found.flatMap(({ id, raw: parts }) => parts.map((part) => ({ id, ...part })));
  const began = found.flatMap(({ id, began: outages }) => outages.map((outage) => ({ id, ...outage })));
  return rows(
    db,
    sql`with given as (
      select g.* from json_to_recordset(${JSON.stringify(found.map(toGiven))}::json) as g (
        id int, revision int, checks int, failures int, ms bigint, changed boolean, status smallint, "warningCount" int,
        "slowBits" smallint, against smallint, "againstSince" timestamptz, "lastOnline" timestamptz,
        "lastOffline" timestamptz, "lastCheck" timestamptz, "responseMs" int, "lastResponse" text, "lastError" text,
        "certificateEnds" timestamptz, "outageFailures" int, "outageEnded" timestamptz)
      join ${monitors} m on m.id = g.id and m.revision = g.revision and m.active and m.removed_at is null
        and (m.last_check is null or m.last_check < g."lastCheck" or m.last_check > ${now.toISOString()}::timestamptz)
      join ${monitorLeases} l on l.shard = g.id % ${sql.raw(String(SHARDS))} and l.owner = ${me}
      -- In order, as other changes lock several monitors; one that is being changed is compared again afterwards.
      order by m.id for no key update of m
    ), raw as (
      insert into ${monitorRaw} (monitor_id, hour, data)
      select r.id, r.hour, decode(r.data, 'hex')
      from json_to_recordset(${JSON.stringify(raw)}::json) as r (id int, hour timestamptz, data text)
      where r.id in (select id from given)
      on conflict (monitor_id, hour) do update set data = monitor_raw.data || excluded.data, rolled = false
    ), lasting as (
      update ${monitorOutages} o set failures = o.failures + g."outageFailures", ended_at = g."outageEnded"
      from given g
      where o.monitor_id = g.id and o.ended_at is null and (g."outageFailures" > 0 or g."outageEnded" is not null)
    ), begun as (
      insert into ${monitorOutages} (monitor_id, started_at, ended_at, error, failures)
      select b.id, b.at, b.ended, b.error, b.failures
      from json_to_recordset(${JSON.stringify(began)}::json) as b (
        id int, at timestamptz, ended timestamptz, error text, failures int)
      where b.id in (select id from given)
    ), written as (
      update ${monitors} m set status = g.status, warning_count = g."warningCount", slow_bits = g."slowBits",
        against = g.against, against_since = g."againstSince", last_online = g."lastOnline",
        last_offline = g."lastOffline", last_check = g."lastCheck", response_ms = g."responseMs",
        last_response = g."lastResponse", last_error = g."lastError", certificate_ends = g."certificateEnds",
        open_checks = m.open_checks + g.checks, open_failures = m.open_failures + g.failures,
        open_ms = m.open_ms + g.ms
      from given g where m.id = g.id
      returning m.id, m.tenant_id, g.changed
    )
    select id, tenant_id as "tenantId" from written where changed`,
  );
}

function toGiven({ condition, raw: _raw, began: _began, outage, ...rest }: Findings) {
  return { ...rest, ...condition, outageFailures: outage.failures, outageEnded: outage.ended };
}
