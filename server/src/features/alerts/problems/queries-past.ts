import type { RuleInput } from '@mission-control/contract/alerts/schema';
import { sql } from 'drizzle-orm';
import { databaseHosts, environments, tenantServices } from '../../../fleet/tables.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { readSamples } from '../../databases/public.ts';
import { monitorOutages, monitors } from '../../monitors/public.ts';
import { runs } from '../../runs/public.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { joinTenant, listDatabaseHosts, ms, ofDatabase } from './queries-fleet.ts';
import { siteProblem, type Site } from './queries-sites.ts';
import { UNPLACED, type Problem } from './problem.ts';

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

async function listOutages(db: Db, from: Date, min: number): Promise<PastProblem[]> {
  const found = await rows<Site & { error: string; failures: number; endedAt: number | null }>(
    db,
    sql`select m.id, m.host, m.service, o.error, o.failures, t.id as "tenantId", t.name as "tenantName", t.region_id as "regionId",
        e.id as "environmentId", e.name as environment, d.id as "databaseId", d.name as database,
        ${ms(sql`o.started_at`)} as since, ${ms(sql`o.ended_at`)} as "endedAt"
      from ${monitorOutages} o
      join ${monitors} m on m.id = o.monitor_id and m.removed_at is null
      ${joinTenant('m.tenant_id')}
      left join ${tenantServices} s on s.tenant_id = t.id and s.service = m.service
      left join ${environments} e on e.id = s.web_environment_id
      left join ${databaseHosts} d on d.id = s.database_host_id
      where o.started_at >= ${from.toISOString()}::timestamptz and o.failures >= ${min}
      order by o.started_at limit 20000`,
  );
  return found.map((row) => ({ ...siteProblem(row, row.error, row.failures), endedAt: row.endedAt }));
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
    sql`select r.id, r.subject, r.error, r.series, ${ms(sql`coalesce(r.ended_at, r.started_at)`)} as since,
        (select ${ms(sql`min(n.ended_at)`)} from ${runs} n where n.kind = 'deploy' and n.id > r.id
          and n.outcome = 'succeeded' and regexp_replace(n.series, ' back$', '') = regexp_replace(r.series, ' back$', '')) as "endedAt"
      from ${runs} r
      where r.kind = 'deploy' and r.outcome in ('failed', 'unknown') and r.started_at >= ${from.toISOString()}::timestamptz
      order by r.id limit 1000`,
  );
  return found.map(({ id, subject, error, series, since, endedAt }) => ({
    ...UNPLACED,
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
  const samples = await readSamples(db);
  return (await listDatabaseHosts(db)).flatMap((host) => {
    const loads = (samples.get(host.id) ?? [])
      .toSorted((a, b) => a.hour - b.hour)
      .flatMap(({ hour, loads: perMinute }) =>
        Array.from({ length: 60 }, (_, at) => ({ minute: hour * 60 + at, load: perMinute.readInt16BE(at * 2) })),
      )
      .filter(({ load }) => load >= 0);
    return spansOver(loads, limit ?? 0, minutes ?? 1).map(([since, endedAt]) => ({
      ...ofDatabase(host, { detail: 'Over the limit', since: since * MINUTE_MS }),
      endedAt: endedAt === null ? null : endedAt * MINUTE_MS,
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
