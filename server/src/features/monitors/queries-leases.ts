import { sql } from 'drizzle-orm';
import { rows, type Db } from '../../platform/database/database.ts';
import { topicVersionsColumn, type TopicVersions } from '../../platform/events/topic-versions.ts';
import { LEASE_MS } from './lease-plan.ts';
import { monitorLeases, monitorWorkers } from './tables.ts';

interface Seen {
  leases: { shard: number; owner: string; until: string }[];
  workers: string[];
  versions: TopicVersions;
}

/** All leases, the workers that live, and how often the topics have changed. */
export async function readLeases(db: Db, now: Date) {
  const since = new Date(now.getTime() - LEASE_MS).toISOString();
  const [seen] = await rows<Seen>(
    db,
    sql`select
      (select coalesce(json_agg(json_build_object('shard', shard, 'owner', owner, 'until', until)), '[]'::json)
        from ${monitorLeases}) as leases,
      (select coalesce(json_agg(id), '[]'::json) from ${monitorWorkers} where seen_at > ${since}::timestamptz) as workers,
      ${topicVersionsColumn} as versions`,
  );
  if (!seen) throw new Error('The leases cannot be read.');
  return { ...seen, leases: seen.leases.map((lease) => ({ ...lease, until: Date.parse(lease.until) })) };
}

interface Holding {
  me: string;
  now: Date;
  plan: { keep: number[]; take: number[] };
  lastCheck: Date | null;
  faultySince: Date | null;
}

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const listOf = (shards: readonly number[]) =>
  sql`(select value::int from json_array_elements_text(${JSON.stringify(shards)}::json))`;

/** Renews and takes leases, and says that the worker lives. Answers the shards it holds; another may have been quicker. */
export async function holdLeases(db: Db, { me, now, plan, lastCheck, faultySince }: Holding): Promise<number[]> {
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  const held = await rows<{ shard: number }>(
    db,
    sql`with seen as (
      insert into ${monitorWorkers} (id, seen_at, last_check, faulty_since)
      values (${me}, ${now.toISOString()}::timestamptz, ${textOf(lastCheck)}::timestamptz, ${textOf(faultySince)}::timestamptz)
      on conflict (id) do update
        set seen_at = excluded.seen_at, last_check = excluded.last_check, faulty_since = excluded.faulty_since
    ), kept as (
      update ${monitorLeases} set until = ${until}::timestamptz where owner = ${me} and shard in ${listOf(plan.keep)} returning shard
    ), taken as (
      insert into ${monitorLeases} (shard, owner, until)
      select wanted.value, ${me}, ${until}::timestamptz from ${listOf(plan.take)} as wanted (value)
      on conflict (shard) do update set owner = excluded.owner, until = excluded.until
        where monitor_leases.until <= ${now.toISOString()}::timestamptz
      returning shard
    )
    select shard from kept union all select shard from taken`,
  );
  return held.map(({ shard }) => shard);
}

/** The worker ends: others may go on at once. */
export async function leave(db: Db, me: string): Promise<void> {
  await db.execute(sql`with left_behind as (delete from ${monitorLeases} where owner = ${me})
    delete from ${monitorWorkers} where id = ${me}`);
}

/** Forgets workers that were killed before this time. */
export async function forgetWorkers(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from ${monitorWorkers} where seen_at < ${before.toISOString()}::timestamptz`);
}

/** How the workers are: whether one lives, since when one is at fault, when the last check was. */
export async function readProber(db: Db, now: Date) {
  const since = new Date(now.getTime() - LEASE_MS).toISOString();
  const [state] = await rows<{ running: boolean; faulty: string | null; checked: string | null }>(
    db,
    sql`select count(*) > 0 as running, to_json(min(faulty_since)) as faulty, to_json(max(last_check)) as checked
      from ${monitorWorkers} where seen_at > ${since}::timestamptz`,
  );
  return state;
}
