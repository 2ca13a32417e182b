import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { raiseTopicVersions } from '../../platform/events/topic-versions.ts';
import { LIVE_CHANNEL } from '../../platform/events/channel.ts';
import { domains } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { SHARDS } from './lease-plan.ts';
import { monitors } from './tables.ts';

/** The topic that is counted when a prober must read anew what it checks. */
export const SETUP_TOPIC = 'monitor-setup';

/**
 * Gives each domain of a living tenant its monitor, and takes those without a domain away; one that comes back is the one that it
 * was. Answers how many changed.
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

/** What a prober must know of the active monitors of these shards. */
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

/** A monitor as a prober reads it. */
export type CheckedMonitor = Awaited<ReturnType<typeof listToCheck>>[number];

/** Tells open screens and the other processes about changes that nobody made: the checks found them. */
export async function announceChecks(db: Transaction, topics: readonly string[]): Promise<void> {
  for (const statement of raiseTopicVersions(db, topics)) await db.execute(statement.getSQL());
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${shortPayload(topics)})`);
}

/** PostgreSQL refuses longer announcements than 8,000 bytes; without content it means: read all again. */
function shortPayload(topics: readonly string[]): string {
  const payload = JSON.stringify({ topics, by: 'monitors' });
  return Buffer.byteLength(payload) <= 7_900 ? payload : '';
}
