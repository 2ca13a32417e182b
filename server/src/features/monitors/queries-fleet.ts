import { and, asc, desc, eq, inArray, isNull, max, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { existingTenant } from '../../fleet/queries-tenants.ts';
import { certificates, domains, tenants, tenantServices } from '../../fleet/tables.ts';
import { onlyRow, rows, type Db } from '../../platform/database/database.ts';
import { ALL_IDS, idRanges, within, type IdRange } from '../../platform/database/id-ranges.ts';
import { SHARDS } from './probe/lease-plan.ts';
import { monitorOutages, monitors, monitorWorkers } from './tables.ts';

/** Certain ids, or those of a range. */
export type Ids = readonly number[] | IdRange;

const amongIds = (id: SQLWrapper, which: Ids): SQL | undefined =>
  'after' in which ? within(id, which) : sql`${id} in ${idList(which)}`;

export const idList = (ids: readonly number[]): SQL =>
  sql`(select value::int from json_array_elements_text(${JSON.stringify(ids)}::json))`;

/** Tenants synced per transaction, so that other requests can use the embedded database in between. */
const TENANTS_AT_ONCE = 5_000;

/** Ranges that contain all tenants. */
export const tenantRanges = (db: Db): Promise<IdRange[]> => idRanges(db, tenants.id, TENANTS_AT_ONCE);

/**
 * Creates monitors for domains of existing tenants and removes those without a domain, which ends their outages; a returning domain gets its
 * old monitor back. Returns the ids of the changed monitors.
 */
export async function syncDomains(db: Db, now: Date, which: Ids = ALL_IDS): Promise<number[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const wanted = sql`select d.tenant_id, d.service, d.host from ${domains} d
    join ${tenants} t on t.id = d.tenant_id and t.deleted_at is null where ${amongIds(sql`t.id`, which)}`;
  // One that is off or closed is judged when it is checked again.
  const returnsDown = sql`monitors.removed_at is not null and monitors.status = 0 and monitors.active and monitors.closed is null`;
  const changed = await rows<{ id: number }>(
    db,
    sql`with wanted as (${wanted}), gone as (
      update ${monitors} m set removed_at = ${at}, revision = m.revision + 1, warning_count = 0, slow_bits = 0, against = 0,
        against_since = null, last_error = null
      where m.removed_at is null and ${amongIds(sql`m.tenant_id`, which)}
        -- Not from "wanted": without statistics, as after an import, each monitor would be compared with each of its rows.
        and not exists (select 1 from ${domains} d join ${tenants} t on t.id = d.tenant_id and t.deleted_at is null
          where d.tenant_id = m.tenant_id and d.host = m.host)
      returning m.id
    ), ended as (
      -- "m" is as before this statement. Removed earlier ones are included: a result written meanwhile may have begun an outage.
      update ${monitorOutages} o set ended_at = greatest(o.started_at, coalesce(m.removed_at, ${at})) from ${monitors} m
      where m.id = o.monitor_id and o.ended_at is null and ${amongIds(sql`m.tenant_id`, which)}
        and (m.removed_at is not null or m.id in (select id from gone))
    ), given as (
      insert into ${monitors} (tenant_id, service, host, created_at)
      select w.tenant_id, w.service, w.host, ${at} from wanted w
      where not exists (
        select 1 from ${monitors} m where m.tenant_id = w.tenant_id and m.host = w.host and m.service = w.service
          and m.removed_at is null
      )
      order by w.tenant_id, w.host
      on conflict (tenant_id, host) do update
        set removed_at = null, service = excluded.service, revision = monitors.revision + 1,
          -- One that was down when it was removed is down again with its first failure.
          status = case when ${returnsDown} then 1 else monitors.status end,
          against = case when ${returnsDown} then monitors.failures_to_down - 1 else monitors.against end,
          against_since = case when ${returnsDown} then ${at} else monitors.against_since end
      returning id
    )
    select id from gone union all select id from given`,
  );
  return changed.map(({ id }) => id);
}

/**
 * Closes the monitors of sites that a switch has closed, and reopens them (C-128). A closed one is neither down nor warned about; its
 * outage ends. Returns their ids.
 */
export async function syncClosed(db: Db, now: Date, which: Ids): Promise<number[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const wasDown = sql`wanted.closed is null and m.status = 0`;
  const closed = sql`case when not t.active then 'inactive' when s.maintenance then 'maintenance' end`;
  const wanted = sql`select m.id, ${closed} as closed
    from ${monitors} m join ${tenants} t on t.id = m.tenant_id
    left join ${tenantServices} s on s.tenant_id = m.tenant_id and s.service = m.service
    where m.removed_at is null and ${amongIds(sql`m.tenant_id`, which)} and m.closed is distinct from ${closed}`;
  // Before the outages are read: a worker may just be writing a result that begins one.
  await db.execute(sql`${wanted} order by m.id for no key update of m`);
  const found = await rows<{ id: number }>(
    db,
    sql`with wanted as (${wanted}), changed as (
      update ${monitors} m set closed = wanted.closed, revision = m.revision + 1, warning_count = 0, slow_bits = 0, last_error = null,
        last_offline = case when m.status = 0 and wanted.closed is not null then ${at} else m.last_offline end,
        -- One that was down when it was closed is down again with its first failure.
        status = case when ${wasDown} then 1 else m.status end,
        against = case when ${wasDown} then m.failures_to_down - 1 else 0 end,
        against_since = case when ${wasDown} then ${at} end
      from wanted where wanted.id = m.id
      returning m.id
    ), ended as (
      update ${monitorOutages} set ended_at = ${at} where ended_at is null and monitor_id in (select id from changed) returning 1
    )
    select id from changed`,
  );
  return found.map(({ id }) => id);
}

const selectToCheck = (db: Db, shards: readonly number[], ids: Ids) =>
  db
    .select()
    .from(monitors)
    .where(
      and(
        eq(monitors.active, true),
        isNull(monitors.closed),
        isNull(monitors.removedAt),
        inArray(sql`${monitors.id} % ${sql.raw(String(SHARDS))}`, [...shards]),
        amongIds(monitors.id, ids),
      ),
    );

/** The data a prober needs. */
export type CheckedMonitor = Awaited<ReturnType<typeof selectToCheck>>[number];

/** Monitors per statement: with the embedded database, several copies of a response are in memory at a time. */
const CHUNK = 10_000;

/** The monitors to check among some ids. */
export interface ToCheck {
  ids: Ids;
  monitors: readonly CheckedMonitor[];
}

/** The active monitors of these shards, in parts. @param ids null: all, in ascending ranges of ids */
export async function* readToCheck(
  db: Db,
  shards: readonly number[],
  ids: readonly number[] | null,
): AsyncGenerator<ToCheck> {
  if (shards.length === 0) yield { ids: ids ?? ALL_IDS, monitors: [] };
  else
    for (const part of ids ? [ids] : await idRanges(db, monitors.id, CHUNK))
      yield { ids: part, monitors: await selectToCheck(db, shards, part) };
}

/** The hosts of a service with their monitors, primary ones first; undefined without the tenant. */
export async function listServiceHosts(db: Db, tenantId: number, service: string) {
  const found = await db
    .select({ host: domains.host, monitor: monitors })
    .from(tenants)
    .leftJoin(domains, and(eq(domains.tenantId, tenants.id), eq(domains.service, service)))
    .leftJoin(
      monitors,
      and(eq(monitors.tenantId, tenants.id), eq(monitors.host, domains.host), isNull(monitors.removedAt)),
    )
    .where(existingTenant(tenantId))
    .orderBy(desc(domains.isPrimary), asc(domains.host));
  if (found.length === 0) return undefined;
  return found.flatMap(({ host, monitor }) => (host === null ? [] : [{ host, monitor }]));
}

export function listCertificateNames(db: Db) {
  return db
    .select({ name: certificates.name, domain: certificates.domain })
    .from(certificates)
    .orderBy(asc(certificates.id));
}

/** How many monitors are in each state. */
export async function countMonitors(db: Db) {
  const counts = await rows<Record<'up' | 'down' | 'unchecked' | 'closed' | 'off', number>>(
    db,
    sql`select count(*) filter (where open and judged and status = 1)::int as up,
        count(*) filter (where open and judged and status = 0)::int as down,
        count(*) filter (where open and not judged)::int as unchecked,
        count(*) filter (where active and closed is not null)::int as closed,
        count(*) filter (where not active)::int as off
      from (
        select active, closed, status, active and closed is null as open,
          last_online is not null or last_offline is not null as judged
        from ${monitors} where removed_at is null
      ) each`,
  );
  return onlyRow(counts);
}

/** When any worker last stored checks; null: never. */
export async function readLastCheck(db: Db): Promise<Date | null> {
  const [found] = await db.select({ at: max(monitorWorkers.lastCheck) }).from(monitorWorkers);
  return found?.at ?? null;
}
