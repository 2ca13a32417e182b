import { sql } from 'drizzle-orm';
import { onlyRow, rows, type Db } from '../../../platform/database/database.ts';
import { topicVersionsColumn, type TopicVersions } from '../../../platform/events/topic-versions.ts';
import { LEASE_MS } from './lease-plan.ts';
import { idList } from '../queries-fleet.ts';
import { monitorLeases, monitorWorkers } from '../tables.ts';

interface Seen {
  now: string;
  leases: { shard: number; owner: string; until: string }[];
  workers: string[];
  versions: TopicVersions;
}

const leaseLength = sql`${LEASE_MS} * interval '1 ms'`;
/** Workers seen within a lease, by the database clock rather than their own. */
const isAlive = sql`seen_at > clock_timestamp() - ${leaseLength}`;

/** All leases, live workers, topic versions, and the database time in ms since 1970. */
export async function readLeases(db: Db) {
  const found = await rows<Seen>(
    db,
    sql`select to_json(clock_timestamp()) as now,
      (select coalesce(json_agg(json_build_object('shard', shard, 'owner', owner, 'until', until)), '[]'::json)
        from ${monitorLeases}) as leases,
      (select coalesce(json_agg(id), '[]'::json) from ${monitorWorkers} where ${isAlive}) as workers,
      ${topicVersionsColumn} as versions`,
  );
  const seen = onlyRow(found);
  return {
    ...seen,
    now: Date.parse(seen.now),
    leases: seen.leases.map((lease) => ({ ...lease, until: Date.parse(lease.until) })),
  };
}

interface Holding {
  me: string;
  plan: { keep: number[]; take: number[] };
  lastCheck: Date | null;
  faultySince: Date | null;
}

/** Renews and takes leases and records a heartbeat. Returns the shards held; another worker may have been faster. */
export async function renewLeases(db: Db, { me, plan, lastCheck, faultySince }: Holding): Promise<number[]> {
  const until = sql`clock_timestamp() + ${leaseLength}`;
  const held = await rows<{ shard: number }>(
    db,
    sql`with seen as (
      insert into ${monitorWorkers} (id, seen_at, last_check, faulty_since)
      values (${me}, clock_timestamp(), ${lastCheck?.toISOString() ?? null}::timestamptz, ${faultySince?.toISOString() ?? null}::timestamptz)
      on conflict (id) do update
        set seen_at = excluded.seen_at, last_check = excluded.last_check, faulty_since = excluded.faulty_since
    ), kept as (
      update ${monitorLeases} set until = ${until} where owner = ${me} and shard in ${idList(plan.keep)} returning shard
    ), taken as (
      insert into ${monitorLeases} (shard, owner, until)
      select wanted.value, ${me}, ${until} from ${idList(plan.take)} as wanted (value)
      on conflict (shard) do update set owner = excluded.owner, until = excluded.until
        where monitor_leases.until <= clock_timestamp()
      returning shard
    )
    select shard from kept union all select shard from taken`,
  );
  return held.map(({ shard }) => shard);
}

/** Releases the worker's leases. */
export async function releaseLeases(db: Db, me: string): Promise<void> {
  await db.execute(sql`with left_behind as (delete from ${monitorLeases} where owner = ${me})
    delete from ${monitorWorkers} where id = ${me}`);
}

/** Deletes workers killed more than a day ago. */
export async function forgetWorkers(db: Db): Promise<void> {
  await db.execute(sql`delete from ${monitorWorkers} where seen_at < clock_timestamp() - interval '1 day'`);
}

/** Prober status: whether a worker is alive, since when one is at fault, and the time of the last check. */
export async function readProber(db: Db) {
  const state = await rows<{ running: boolean; faulty: string | null; checked: string | null }>(
    db,
    sql`select count(*) > 0 as running, to_json(min(faulty_since)) as faulty, to_json(max(last_check)) as checked
      from ${monitorWorkers} where ${isAlive}`,
  );
  return onlyRow(state);
}
