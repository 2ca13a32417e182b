import { serviceName } from '@mission-control/contract/catalogue';
import { sql, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { certificates, databaseHosts, environments, tenants, tenantServices } from '../../../fleet/tables.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { monitorOutages, monitors, monitorWorkers } from '../../monitors/public.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { ms } from './queries-fleet.ts';
import { UNPLACED, type Cause, type Problem } from './problem.ts';

/** A monitored site with the places of its service. */
export interface Site {
  id: number;
  host: string;
  service: string;
  tenantId: number;
  tenantName: string;
  regionId: number;
  environmentId: number | null;
  environment: string | null;
  databaseId: number | null;
  database: string | null;
  /** ms since 1970. */
  since: number;
}

interface SiteRow extends Site {
  certificateId: number | null;
  certificate: string | null;
  value: number;
  error: string | null;
}

const isChecked = sql`m.active and m.closed is null and m.removed_at is null and m.last_check is not null`;

/** Monitors with the places of their tenants' services. */
function listSites(db: Db, facts: { since: SQL; value: SQL; error: SQL; joins?: SQL; where: SQL }): Promise<SiteRow[]> {
  return rows(
    db,
    sql`select m.id, m.host, m.service, m.tenant_id as "tenantId", ${tenants.name} as "tenantName",
        ${tenants.regionId} as "regionId", e.id as "environmentId", e.name as "environment", d.id as "databaseId",
        d.name as "database", c.id as "certificateId", c.name as "certificate",
        ${ms(facts.since)} as since, (${facts.value})::float8 as value, ${facts.error} as error
      from ${monitors} m
      join ${tenants} on ${tenants.id} = m.tenant_id and ${notDeleted}
      left join ${tenantServices} s on s.tenant_id = m.tenant_id and s.service = m.service
      left join ${environments} e on e.id = s.web_environment_id
      left join ${databaseHosts} d on d.id = s.database_host_id
      left join ${certificates} c on c.id = s.certificate_id
      ${facts.joins ?? sql``}
      where ${isChecked} and ${facts.where}`,
  );
}

/** @param causes by default the database host and the environment of the site */
export function siteProblem(site: Site, detail: string, value: number, causes = placesOf(site)): Problem {
  const { id, host, tenantId, tenantName, regionId, environmentId, service, since } = site;
  return {
    subject: `monitor:${id}`,
    label: `${tenantName} ${serviceName(service)}, ${host}`,
    detail,
    link: `/monitor/${id}`,
    since,
    values: [value],
    tenantId,
    regionId,
    environmentIds: environmentId === null ? [] : [environmentId],
    service,
    fallbackCause: { key: `tenant:${tenantId}`, label: tenantName },
    causes,
  };
}

const placesOf = ({ databaseId, database, environmentId, environment }: Site): Cause[] => [
  ...(databaseId === null ? [] : [{ key: `database:${databaseId}`, label: `database host ${database}` }]),
  ...(environmentId === null ? [] : [{ key: `environment:${environmentId}`, label: `environment ${environment}` }]),
];

/** Sites whose last checks failed; the value is the number of consecutive failures. */
export async function listFailingSites(db: Db, min: number): Promise<Problem[]> {
  const failures = sql`case when m.status = 1 then m.against else coalesce(o.failures, m.failures_to_down) end`;
  const found = await listSites(db, {
    since: sql`coalesce(o.started_at, m.against_since, m.last_check)`,
    value: failures,
    error: sql`coalesce(o.error, m.last_error)`,
    joins: sql`left join lateral (
      select started_at, error, failures from ${monitorOutages} lasting
      where lasting.monitor_id = m.id and lasting.ended_at is null and m.status = 0
      order by lasting.started_at desc limit 1) o on true`,
    // Repeats the condition of the partial index.
    where: sql`(m.status = 0 or m.against > 0 or m.slow_bits > 0) and (m.status = 0 or m.against >= ${min})
      and ${failures} >= ${min}`,
  });
  return found.map((row) => siteProblem(row, row.error ?? 'No response', row.value));
}

/** Sites whose last checks were slow; the value is the number of consecutive slow ones, of the last five. */
export async function listSlowSites(db: Db): Promise<Problem[]> {
  const found = await listSites(db, {
    since: sql`m.last_check`,
    value: sql`m.slow_bits`,
    error: sql`to_char(m.slow_ms, 'FM99,999')`,
    where: sql`(m.status = 0 or m.against > 0 or m.slow_bits > 0) and m.status = 1 and m.slow_bits % 2 = 1`,
  });
  return found.map((row) => siteProblem(row, `Slower than ${row.error} ms`, trailingOnes(row.value)));
}

function trailingOnes(bits: number): number {
  let count = 0;
  for (let rest = bits; rest % 2 === 1; rest = Math.floor(rest / 2)) count += 1;
  return count;
}

/** Sites whose certificate expires within `max` days; the value is the days left. Sites with the same certificate share a cause. */
export async function listEndingCertificates(db: Db, now: Date, max: number): Promise<Problem[]> {
  const before = new Date(now.getTime() + (max + 1) * DAY_MS).toISOString();
  const found = await listSites(db, {
    since: sql`m.certificate_ends`,
    value: sql`0`,
    error: sql`null`,
    where: sql`m.certificate_ends < ${before}::timestamptz`,
  });
  return found.map((row) => {
    const days = Math.floor((row.since - now.getTime()) / DAY_MS);
    const causes =
      row.certificateId === null
        ? []
        : [{ key: `certificate:${row.certificateId}`, label: `certificate ${row.certificate}` }];
    const detail =
      days < 0 ? 'The certificate has expired' : `Expires on ${new Date(row.since).toISOString().slice(0, 10)}`;
    return { ...siteProblem(row, detail, days, causes), since: now.getTime() };
  });
}

/** Number of monitored sites of each database host and environment, by cause. */
export async function countSites(db: Db): Promise<ReadonlyMap<string, number>> {
  const found = await rows<{ key: string; count: number }>(
    db,
    sql`select 'database:' || s.database_host_id as key, count(*)::int as count from ${monitors} m
        join ${tenantServices} s on s.tenant_id = m.tenant_id and s.service = m.service
        where ${isChecked} and s.database_host_id is not null group by 1
      union all
      select 'environment:' || s.web_environment_id, count(*)::int from ${monitors} m
        join ${tenantServices} s on s.tenant_id = m.tenant_id and s.service = m.service
        where ${isChecked} and s.web_environment_id is not null group by 1`,
  );
  return new Map(found.map(({ key, count }) => [key, count]));
}

/** The prober, if it has not checked anything for a minute; the value is the minutes. */
export async function listSilentProber(db: Db, now: Date): Promise<Problem[]> {
  // Workers that were just started have not checked anything yet; only then are the monitors scanned.
  const checked = sql`coalesce((select max(w.last_check) from ${monitorWorkers} w),
    (select max(m.last_check) from ${monitors} m where ${isChecked}))`;
  const [last] = await rows<{ since: number }>(
    db,
    sql`select ${ms(checked)} as since where exists (select 1 from ${monitors} m where ${isChecked})`,
  );
  if (!last) return [];
  const { since } = last;
  const minutes = Math.floor((now.getTime() - since) / MINUTE_MS);
  if (minutes < 1) return [];
  return [
    {
      ...UNPLACED,
      subject: 'prober',
      label: 'all monitors',
      detail: 'No site has been checked since',
      link: '/monitor',
      since,
      values: [minutes],
      fallbackCause: { key: 'prober', label: 'all monitors' },
    },
  ];
}
