import { and, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { containsWords } from '../../../platform/database/contains-words.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { wasInWindow, windowEndAt } from '../../windows/public.ts';
import { RECENT_MS, type Bucket } from './buckets.ts';
import { isOfService } from '../queries.ts';
import { monitorLatencies, monitorOutages, monitorPasts, monitorRings, monitors } from '../tables.ts';
import { BUCKETS } from './latencies.ts';

/** A month, in ms since 1970; ongoing outages end at `now`. */
export interface Month {
  from: number;
  to: number;
  now: number;
}

/** Totals of one or more sites; times in ms. */
export interface Sums extends Pick<Bucket, 'checks' | 'failures'> {
  outages: number;
  down: number;
  longest: number;
}

const at = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** A monitor as the subject of maintenance windows. */
const windowSubjectOf = (monitor: SQL, service: SQL) => ({
  tenantId: sql`${monitor}.tenant_id`,
  service: sql`${monitor}.service`,
  environmentId: sql`${service}.web_environment_id`,
});
const serviceOf = (monitor: SQL, service: SQL): SQL =>
  sql`left join ${tenantServices} ${service} on ${service}.tenant_id = ${monitor}.tenant_id and ${service}.service = ${monitor}.service`;

/**
 * The sites that were monitored in a month, with their checks and outages. Checks in maintenance windows do not count, and an outage that
 * began in one counts from the end of the window. @param tenantId null: of all tenants
 */
function sitesOf({ from, to, now }: Month, tenantId: number | null): SQL {
  const isWanted = (monitor: SQL): SQL => (tenantId === null ? sql`true` : sql`${monitor}.tenant_id = ${tenantId}`);
  // Checks of the last hours are not in the rings yet; in the first hours of a month they may belong to the previous one.
  const isOpen = now < to && now > from + 2 * HOUR_MS;
  // Checks that may have been made in a window count once they are in the rings, which separate them.
  const isInWindow = wasInWindow(at(now - RECENT_MS), at(now), windowSubjectOf(sql`m`, sql`s`));
  const open = (count: SQL): SQL => (isOpen ? sql`case when ${isInWindow} then 0 else ${count} end` : sql`0`);
  const began = sql`coalesce(${windowEndAt(sql`o.started_at`, windowSubjectOf(sql`c`, sql`cs`))}, o.started_at)`;
  const lasted = sql`extract(epoch from least(ended, ${at(to)}) - greatest(started_at, ${at(from)})) * 1000`;
  return sql`select m.id, m.tenant_id, m.host, m.service,
      coalesce(r.checks - r.apart_checks, 0) + coalesce(p.checks, 0) + ${open(sql`m.open_checks`)} as checks,
      coalesce(r.failures - r.apart_failures, 0) + coalesce(p.failures, 0) + ${open(sql`m.open_failures`)} as failures,
      coalesce(o.outages, 0) as outages, coalesce(o.down, 0) as down, coalesce(o.longest, 0) as longest
    from ${monitors} m
    ${serviceOf(sql`m`, sql`s`)}
    left join ${monitorRings} r on r.monitor_id = m.id and r.span = 'month' and r.start = ${at(from)}
    left join lateral (
      select sum((day->>1)::bigint) as checks, sum((day->>2)::bigint) as failures
      from ${monitorPasts} past, jsonb_array_elements(past.days) as imported (day)
      where past.monitor_id = m.id and past.until > ${at(from)}
        and (day->>0)::bigint >= ${from / DAY_MS}::bigint and (day->>0)::bigint < ${to / DAY_MS}::bigint
    ) p on true
    left join (
      select monitor_id, count(*) as outages, sum(${lasted}) as down, max(${lasted}) as longest
      from (
        select o.monitor_id, ${began} as started_at, coalesce(o.ended_at, ${at(now)}) as ended from ${monitorOutages} o
        join ${monitors} c on c.id = o.monitor_id ${serviceOf(sql`c`, sql`cs`)} where ${isWanted(sql`c`)}
      ) each
      where started_at < ${at(to)} and ended > ${at(from)} and ended > started_at
      group by monitor_id
    ) o on o.monitor_id = m.id
    where (m.removed_at is null or m.removed_at > ${at(from)}) and (m.created_at < ${at(to)} or p.checks > 0)
      and ${isWanted(sql`m`)}`;
}

/** The database returns large numbers as text. */
const numbers = <Row extends Sums>(row: Row): Row => ({
  ...row,
  checks: Number(row.checks),
  failures: Number(row.failures),
  outages: Number(row.outages),
  down: Math.round(Number(row.down)),
  longest: Math.round(Number(row.longest)),
});

export type TenantSums = Sums & { tenant: number; name: string; sites: number };

interface Which {
  /** Lower case. */
  words: readonly string[];
  sort: 'worst' | 'name';
  from: number;
  count: number;
}

/** A page of the tenants with sites in a month, and their total number. */
export async function listTenantSums(db: Db, month: Month, { words, sort, from, count }: Which) {
  const found = await rows<TenantSums & { found: number }>(
    db,
    sql`with sites as (${sitesOf(month, null)})
    select ${tenants.id} as tenant, ${tenants.name} as name, count(*)::int as sites, sum(checks) as checks,
      sum(failures) as failures, sum(outages) as outages, sum(down) as down, max(longest) as longest,
      count(*) over ()::int as found
    from sites join ${tenants} on ${tenants.id} = sites.tenant_id
    where ${and(notDeleted, words.length === 0 ? undefined : containsWords(words, tenants.name))}
    group by ${tenants.id}
    order by ${sort === 'name' ? sql`` : sql`sum(failures)::float / nullif(sum(checks), 0) desc nulls last, sum(down) desc,`} ${tenants.nameKey}
    limit ${count} offset ${from}`,
  );
  return { rows: found.map(numbers), found: found[0]?.found ?? 0 };
}

export type SiteSums = Sums & { id: number; host: string; service: string };

/** The sites of a tenant in a month, worst first. */
export async function listSiteSums(db: Db, month: Month, tenantId: number): Promise<SiteSums[]> {
  const found = await rows<SiteSums>(
    db,
    sql`select id, host, service, checks, failures, outages, down, longest from (${sitesOf(month, tenantId)}) sites
      order by failures::float / nullif(checks, 0) desc nulls last, down desc, host`,
  );
  return found.map(numbers);
}

/** Histograms of the successful checks of a month. @param of sites, or tenants with all of their sites */
export async function sumLatencies(
  db: Db,
  { from, to }: Month,
  of: 'id' | 'tenant_id',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  // A sum per bucket is much cheaper than unnesting the histograms.
  const sums = Array.from({ length: BUCKETS }, (_, bucket) => sql.raw(`sum(l.counts[${bucket + 1}])`));
  const found = await rows<{ id: number; counts: number[] }>(
    db,
    sql`select m.${sql.raw(of)} as id, array[${sql.join(sums, sql`, `)}]::float8[] as counts
      from ${monitors} m join ${monitorLatencies} l on l.monitor_id = m.id and l.day >= ${at(from)} and l.day < ${at(to)}
      where m.${sql.raw(of)} = any(${sql.param([...ids])}::integer[]) group by 1`,
  );
  return new Map(found.map(({ id, counts }) => [id, counts]));
}

const MAX_OUTAGES = 500;

/** The newest outages of a tenant's sites within a month. */
export function listOutagesIn(db: Db, { from, to }: Month, tenantId: number) {
  return db
    .select({
      host: monitors.host,
      startedAt: monitorOutages.startedAt,
      endedAt: monitorOutages.endedAt,
      error: monitorOutages.error,
      failures: monitorOutages.failures,
      tenantId: monitors.tenantId,
      service: monitors.service,
      webEnvironmentId: tenantServices.webEnvironmentId,
    })
    .from(monitorOutages)
    .innerJoin(monitors, eq(monitors.id, monitorOutages.monitorId))
    .leftJoin(tenantServices, isOfService)
    .where(
      and(
        eq(monitors.tenantId, tenantId),
        lt(monitorOutages.startedAt, new Date(to)),
        or(isNull(monitorOutages.endedAt), gt(monitorOutages.endedAt, new Date(from))),
      ),
    )
    .orderBy(desc(monitorOutages.startedAt), desc(monitorOutages.id))
    .limit(MAX_OUTAGES);
}
