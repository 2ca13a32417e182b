import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { tenants, domains } from '../../fleet/tables.ts';
import { rows, type Db } from '../../platform/database/database.ts';
import { SHARDS } from './probe/lease-plan.ts';
import { monitors } from './tables.ts';

/**
 * Creates monitors for domains of living tenants and removes those without a domain; a returning domain gets its old monitor back. Returns
 * the number of changes.
 */
export async function matchDomains(db: Db, now: Date): Promise<number> {
  const living = sql`select d.tenant_id, d.service, d.host from ${domains} d
    join ${tenants} t on t.id = d.tenant_id and t.deleted_at is null`;
  const [changed] = await rows<{ count: number }>(
    db,
    sql`with living as (${living}), gone as (
      update ${monitors} m set removed_at = ${now.toISOString()}::timestamptz, revision = m.revision + 1
      where m.removed_at is null
        and not exists (select 1 from living l where l.tenant_id = m.tenant_id and l.host = m.host)
      returning 1
    ), given as (
      insert into ${monitors} (tenant_id, service, host, created_at)
      select l.tenant_id, l.service, l.host, ${now.toISOString()}::timestamptz from living l
      where not exists (
        select 1 from ${monitors} m where m.tenant_id = l.tenant_id and m.host = l.host and m.service = l.service
          and m.removed_at is null
      )
      order by l.tenant_id, l.host
      on conflict (tenant_id, host) do update
        set removed_at = null, service = excluded.service, revision = monitors.revision + 1
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from given))::int as count`,
  );
  return changed?.count ?? 0;
}

/** The active monitors of these shards, with the data a prober needs. */
export function listToCheck(db: Db, shards: readonly number[]) {
  if (shards.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(monitors)
    .where(
      and(
        eq(monitors.active, true),
        isNull(monitors.removedAt),
        inArray(sql`${monitors.id} % ${sql.raw(String(SHARDS))}`, [...shards]),
      ),
    );
}

export type CheckedMonitor = Awaited<ReturnType<typeof listToCheck>>[number];
