import { licenceExpiry } from '@mission-control/contract/config/licence-expiry';
import { sql, type SQL } from 'drizzle-orm';
import { databaseHosts, environments, servers, tenants, tenantServices } from '../../../fleet/tables.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { configDrifts, configItems, configs } from '../../config/public.ts';
import { controlConfirmations } from '../../control/public.ts';
import { cronReports, hasServiceOn } from '../../cron/public.ts';
import { minuteOf, readSamples, type HourOfSamples } from '../../databases/public.ts';
import { runs } from '../../runs/public.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { UNPLACED, type Problem } from './problem.ts';

export interface TenantRow {
  tenantId: number;
  tenantName: string;
  regionId: number;
  environmentIds: number[];
  since: number;
}

export const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;
export const tenantColumns = sql`t.id as "tenantId", t.name as "tenantName", t.region_id as "regionId"`;
const places = sql`${tenantServices} s
  cross join lateral (values (s.web_environment_id), (s.worker_environment_id)) as places(place) where place is not null`;

/** Adds the environments of the tenants' services: one pass over the services is faster than a subquery for each row. */
async function withEnvironments<Row extends { tenantId: number }>(
  db: Db,
  found: readonly Row[],
): Promise<(Row & { environmentIds: number[] })[]> {
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ tenantId }) => tenantId))];
  const grouped = await rows<{ id: number; placed: number[] }>(
    db,
    sql`select s.tenant_id as id, json_agg(distinct place) as placed from ${places}
      and s.tenant_id = any(${sql.param(ids)}::integer[]) group by s.tenant_id`,
  );
  const byTenant = new Map(grouped.map(({ id, placed }) => [id, placed]));
  return found.map((row) => ({ ...row, environmentIds: byTenant.get(row.tenantId) ?? [] }));
}

export const joinTenant = (id: string) => sql`join ${tenants} t on t.id = ${sql.raw(id)} and t.deleted_at is null`;

type Words = Pick<Problem, 'subject' | 'label' | 'detail' | 'link'> &
  Partial<Pick<Problem, 'values' | 'causes' | 'service'>>;

export const ofTenant = (
  { tenantId, tenantName, regionId, environmentIds, since }: TenantRow,
  words: Words,
): Problem => ({
  ...UNPLACED,
  tenantId,
  regionId,
  environmentIds,
  since,
  fallbackCause: { key: `tenant:${tenantId}`, label: tenantName },
  ...words,
});

/** Configs whose servers hold a different file than the committed one. */
export async function listDriftedConfigs(db: Db): Promise<Problem[]> {
  const found = await rows<TenantRow & { kind: string; hosts: string[] }>(
    db,
    sql`select ${tenantColumns}, d.kind, json_agg(d.host order by d.host) as hosts, ${ms(sql`min(d.found_at)`)} as since,
        (select coalesce(json_agg(distinct v.environment_id), '[]'::json) from ${servers} v
          where v.host = any(array_agg(d.host))) as "environmentIds"
      from ${configDrifts} d ${joinTenant('d.tenant_id')} group by t.id, d.kind`,
  );
  return found.map((row) =>
    ofTenant(row, {
      subject: `config:${row.tenantId}:${row.kind}`,
      label: `${row.tenantName} ${row.kind}`,
      detail: `Different file on ${row.hosts.join(', ')}`,
      service: row.kind,
      link: '/drift',
      causes: row.hosts.map((host) => ({ key: `server:${host}`, label: `server ${host}` })),
    }),
  );
}

/** Configs with uncommitted changes for at least `min` hours; the value is the hours since the save. */
export async function listWaitingCommits(db: Db, now: Date, min: number): Promise<Problem[]> {
  const before = new Date(now.getTime() - min * HOUR_MS).toISOString();
  const found = await rows<Omit<TenantRow, 'environmentIds'> & { kind: string; by: string | null }>(
    db,
    sql`select ${tenantColumns}, c.kind, c.saved_by as by, ${ms(sql`c.saved_at`)} as since
      from ${configs} c ${joinTenant('c.tenant_id')}
      where c.hash is distinct from c.committed_hash and c.saved_at <= ${before}::timestamptz`,
  );
  return (await withEnvironments(db, found)).map((row) =>
    ofTenant(row, {
      subject: `config:${row.tenantId}:${row.kind}`,
      label: `${row.tenantName} ${row.kind}`,
      detail: `Saved by ${row.by ?? 'an unknown user'} and not committed`,
      link: `/tenant/${row.tenantId}/${row.kind}/config`,
      service: row.kind,
      values: [Math.floor((now.getTime() - row.since) / HOUR_MS)],
    }),
  );
}

/** Licences of active tenants that have expired or expire within `max` days; the value is the days left. */
export async function listEndingLicences(db: Db, now: Date, max: number): Promise<Problem[]> {
  const found = await rows<Omit<TenantRow, 'environmentIds' | 'since'> & { expires: string | null }>(
    db,
    sql`select ${tenantColumns}, coalesce(i.value, t.licence_expires) as expires
      from ${tenants} t
      left join ${configItems} i on i.tenant_id = t.id and i.kind = 'licence' and i.key = 'expires'
      where t.deleted_at is null and t.active and coalesce(i.value, t.licence_expires, '') <> ''`,
  );
  const ending = found.flatMap((row) => {
    const expiry = licenceExpiry(row.expires, now);
    if (expiry.state === 'never' || expiry.state === 'invalid' || expiry.days > max) return [];
    return { ...row, since: now.getTime(), expiry };
  });
  return (await withEnvironments(db, ending)).map((row) =>
    ofTenant(row, {
      subject: `licence:${row.tenantId}`,
      label: row.tenantName,
      detail: row.expiry.days < 0 ? `Expired on ${row.expiry.date}` : `Expires on ${row.expiry.date}`,
      link: `/tenant/${row.tenantId}`,
      values: [row.expiry.days],
    }),
  );
}

/** Switches whose last attempt a server has not confirmed. */
export async function listUnconfirmedSwitches(db: Db): Promise<Problem[]> {
  const found = await rows<TenantRow & { service: string; host: string; error: string }>(
    db,
    sql`select ${tenantColumns}, c.service, c.host, c.error, ${ms(sql`c.failed_at`)} as since,
        (select coalesce(json_agg(distinct place), '[]'::json) from ${places} and s.tenant_id = t.id and s.service = c.service)
          as "environmentIds"
      from ${controlConfirmations} c ${joinTenant('c.tenant_id')} where c.error is not null`,
  );
  return found.map((row) =>
    ofTenant(row, {
      subject: `control:${row.tenantId}:${row.service}:${row.host}`,
      label: `${row.tenantName} ${row.service} on ${row.host}`,
      detail: row.error,
      link: `/tenant/${row.tenantId}`,
      service: row.service,
      causes: [{ key: `server:${row.host}`, label: `server ${row.host}` }],
    }),
  );
}

/** Tenants with an environment that has not reported cron for `min` minutes; the value is the minutes. */
export async function listSilentReports(db: Db, now: Date, min: number): Promise<Problem[]> {
  const before = new Date(now.getTime() - min * MINUTE_MS).toISOString();
  const found = await rows<TenantRow & { environmentId: number; environment: string }>(
    db,
    sql`select ${tenantColumns}, e.id as "environmentId", e.name as environment, ${ms(sql`r.created`)} as since,
        json_build_array(e.id) as "environmentIds"
      from ${cronReports} r ${joinTenant('r.tenant_id')} and t.active
      join ${environments} e on e.id = r.environment_id
      where r.created <= ${before}::timestamptz and ${hasServiceOn('r')}`,
  );
  return found.map((row) =>
    ofTenant(row, {
      subject: `report:${row.tenantId}:${row.environmentId}`,
      label: `${row.tenantName} from ${row.environment}`,
      detail: 'No report since',
      link: `/tenant/${row.tenantId}/cron`,
      values: [Math.floor((now.getTime() - row.since) / MINUTE_MS)],
      causes: [{ key: `environment:${row.environmentId}`, label: `environment ${row.environment}` }],
    }),
  );
}

export const listDatabaseHosts = (db: Db) =>
  db.select({ id: databaseHosts.id, name: databaseHosts.name, regionId: databaseHosts.regionId }).from(databaseHosts);

type DatabaseHost = Awaited<ReturnType<typeof listDatabaseHosts>>[number];

export const ofDatabase = (
  { id, name, regionId }: DatabaseHost,
  facts: Pick<Problem, 'detail' | 'since'> & { values?: readonly number[] },
): Problem => ({
  ...UNPLACED,
  subject: `database:${id}`,
  label: name,
  link: '/database',
  regionId,
  fallbackCause: { key: `database:${id}`, label: name },
  ...facts,
});

/** Database hosts with their load of the last hour; the values are per minute, newest first, -1 where missing. */
export async function listDatabaseLoads(db: Db, now: Date): Promise<Problem[]> {
  const samples = await readSamples(db);
  return (await listDatabaseHosts(db)).flatMap((host) => {
    const values = lastHour(samples.get(host.id) ?? [], minuteOf(now));
    if (values.every((load) => load < 0)) return [];
    const detail = `${Math.max(...values)} active connections at most in the last hour`;
    return ofDatabase(host, { detail, since: now.getTime(), values });
  });
}

function lastHour(hours: readonly HourOfSamples[], now: number): number[] {
  const byHour = new Map(hours.map(({ hour, loads }) => [hour, loads]));
  return Array.from({ length: 60 }, (_, back) => {
    const minute = now - back;
    return byHour.get(Math.floor(minute / 60))?.readInt16BE((minute % 60) * 2) ?? -1;
  });
}

/** Failed deploys of the last 30 days without a later successful one. */
export async function listFailedDeploys(db: Db, now: Date): Promise<Problem[]> {
  const after = new Date(now.getTime() - 30 * DAY_MS).toISOString();
  const found = await rows<{
    id: number;
    subject: string;
    error: string | null;
    outcome: string;
    series: string;
    since: number;
  }>(
    db,
    sql`select * from (
        select distinct on (regexp_replace(series, ' back$', '')) id, subject, error, outcome, series,
          ${ms(sql`coalesce(ended_at, started_at)`)} as since
        from ${runs} where kind = 'deploy' and series <> '' and outcome <> 'running' and started_at > ${after}::timestamptz
        order by regexp_replace(series, ' back$', ''), id desc
      ) last where outcome in ('failed', 'unknown')`,
  );
  return found.map(({ id, subject, error, outcome, series, since }) => ({
    ...UNPLACED,
    subject: `deploy:${series}`,
    label: subject,
    detail: error ?? (outcome === 'unknown' ? 'Its outcome is unknown' : 'It failed'),
    link: `/runs/${id}`,
    since,
    fallbackCause: { key: `deploy:${series}`, label: subject },
  }));
}
