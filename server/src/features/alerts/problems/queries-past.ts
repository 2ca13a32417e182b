import type { RuleInput } from '@mission-control/contract/alerts/schema';
import { sql } from 'drizzle-orm';
import { databaseHosts, environments, tenants, tenantServices } from '../../../fleet/tables.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { readSamples } from '../../databases/public.ts';
import { monitorOutages, monitors } from '../../monitors/public.ts';
import { runs } from '../../runs/public.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { placesOf, tenantCause, type SiteRow } from './queries-sites.ts';
import type { Problem } from './problem.ts';

/** A past problem; `endedAt` in ms, null while it continues. */
export interface PastProblem extends Problem {
  endedAt: number | null;
}

/** Problems since `from` that a rule would have reported, ignoring its scope; null when there is no history for its kind. */
export async function listPastProblems(
  db: Db,
  rule: RuleInput,
  from: Date,
  now: Date,
): Promise<{ from: Date; problems: PastProblem[] } | null> {
  if (rule.kind === 'site-down') return { from, problems: await listOutages(db, from, rule.limit ?? 1) };
  if (rule.kind === 'deploy-failed') return { from, problems: await listFailures(db, from) };
  if (rule.kind === 'database-load') {
    const day = new Date(Math.max(from.getTime(), now.getTime() - DAY_MS));
    return { from: day, problems: await listLoads(db, rule) };
  }
  return null;
}

const nothing = { values: [], environmentIds: [], service: null, causes: [], tenantId: null, regionId: null } as const;

async function listOutages(db: Db, from: Date, min: number): Promise<PastProblem[]> {
  interface Row extends Omit<SiteRow, 'certificateId' | 'certificate' | 'value'> {
    error: string;
    endedAt: number | null;
  }
  const found = await rows<Row>(
    db,
    sql`select m.id, m.host, m.service, o.error, t.id as "tenantId", t.name as "tenantName", t.region_id as "regionId",
        e.id as "environmentId", e.name as environment, d.id as "databaseId", d.name as database,
        (extract(epoch from o.started_at) * 1000)::float8 as since, (extract(epoch from o.ended_at) * 1000)::float8 as "endedAt"
      from ${monitorOutages} o
      join ${monitors} m on m.id = o.monitor_id and m.removed_at is null
      join ${tenants} t on t.id = m.tenant_id and t.deleted_at is null
      left join ${tenantServices} s on s.tenant_id = t.id and s.service = m.service
      left join ${environments} e on e.id = s.web_environment_id
      left join ${databaseHosts} d on d.id = s.database_host_id
      where o.started_at >= ${from.toISOString()}::timestamptz and o.failures >= ${min}
      order by o.started_at limit 20000`,
  );
  return found.map((row) => ({
    ...nothing,
    subject: `monitor:${row.id}`,
    label: `${row.tenantName}, ${row.host}`,
    detail: row.error,
    link: `/monitor/${row.id}`,
    since: row.since,
    endedAt: row.endedAt,
    tenantId: row.tenantId,
    regionId: row.regionId,
    environmentIds: row.environmentId === null ? [] : [row.environmentId],
    service: row.service,
    fallbackCause: tenantCause(row),
    causes: placesOf(row),
  }));
}

async function listFailures(db: Db, from: Date): Promise<PastProblem[]> {
  const found = await rows<{
    id: number;
    subject: string;
    error: string | null;
    series: string;
    since: number;
    endedAt: number | null;
  }>(
    db,
    sql`select r.id, r.subject, r.error, r.series, (extract(epoch from coalesce(r.ended_at, r.started_at)) * 1000)::float8 as since,
        (select (extract(epoch from min(n.ended_at)) * 1000)::float8 from ${runs} n where n.kind = 'deploy' and n.id > r.id
          and n.outcome = 'succeeded' and regexp_replace(n.series, ' back$', '') = regexp_replace(r.series, ' back$', '')) as "endedAt"
      from ${runs} r
      where r.kind = 'deploy' and r.outcome in ('failed', 'unknown') and r.started_at >= ${from.toISOString()}::timestamptz
      order by r.id limit 1000`,
  );
  return found.map(({ id, subject, error, series, since, endedAt }) => ({
    ...nothing,
    subject: `deploy:${id}`,
    label: subject,
    detail: error ?? 'It failed',
    link: `/runs/${id}`,
    since,
    endedAt,
    fallbackCause: { key: `deploy:${series}:${id}`, label: subject },
  }));
}

async function listLoads(db: Db, { limit, minutes }: RuleInput): Promise<PastProblem[]> {
  const hosts = await db
    .select({ id: databaseHosts.id, name: databaseHosts.name, regionId: databaseHosts.regionId })
    .from(databaseHosts);
  const samples = await readSamples(db);
  return hosts.flatMap(({ id, name, regionId }) => {
    const loads = (samples.get(id) ?? [])
      .toSorted((a, b) => a.hour - b.hour)
      .flatMap(({ hour, loads: own }) =>
        Array.from({ length: 60 }, (_, at) => ({ minute: hour * 60 + at, load: own.readInt16BE(at * 2) })),
      )
      .filter(({ load }) => load >= 0);
    return spansOver(loads, limit ?? 0, minutes ?? 1).map(([since, endedAt]) => ({
      ...nothing,
      subject: `database:${id}`,
      label: name,
      detail: 'Over the limit',
      link: '/database',
      since: since * MINUTE_MS,
      endedAt: endedAt === null ? null : endedAt * MINUTE_MS,
      regionId,
      fallbackCause: { key: `database:${id}`, label: name },
    }));
  });
}

/** Periods that begin once the load has been at or above the limit for `min` minutes, and end when it falls below it. */
function spansOver(
  loads: readonly { minute: number; load: number }[],
  limit: number,
  min: number,
): [number, number | null][] {
  const spans: [number, number | null][] = [];
  let start: number | null = null;
  for (const { minute, load } of loads) {
    if (load >= limit) start ??= minute;
    else {
      if (start !== null && minute - start >= min) spans.push([start + min, minute]);
      start = null;
    }
  }
  const last = loads.at(-1)?.minute ?? 0;
  if (start !== null && last - start + 1 >= min) spans.push([start + min, null]);
  return spans;
}
