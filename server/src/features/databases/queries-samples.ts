import { asc, lt, sql } from 'drizzle-orm';
import { rows, type Db } from '../../platform/database/database.ts';
import type { HourOfSamples } from './activity.ts';
import { databaseHosts, databaseSamples } from './tables.ts';

/** The load of a server at one minute. */
export interface Sample {
  hostId: number;
  /** Active connections. */
  load: number;
}

const HIGHEST = 32_767;

/** Stores the samples of one minute (since 1970); what was there for it is replaced. */
export async function storeSamples(db: Db, minute: number, samples: readonly Sample[]): Promise<void> {
  const place = (minute % 60) * 2 + 1;
  const list = JSON.stringify(samples.map(({ hostId, load }) => ({ id: hostId, load: Math.min(load, HIGHEST) })));
  // A server that was removed meanwhile has no samples to keep.
  await db.execute(sql`
    insert into ${databaseSamples} (host_id, hour, loads)
    select host.id, ${Math.floor(minute / 60)}::int,
      overlay(decode(repeat('ff', 120), 'hex') placing int2send(taken.load::int2) from ${place}::int)
    from json_to_recordset(${list}::json) as taken(id int, load int)
    join ${databaseHosts} host on host.id = taken.id
    on conflict (host_id, hour) do update
    set loads = overlay(${databaseSamples.loads} placing substring(excluded.loads from ${place}::int for 2) from ${place}::int)`);
}

/** Adds whole hours of servers that have none. */
export async function insertHours(
  db: Db,
  hours: readonly { hostId: number; hour: number; loads: Buffer }[],
): Promise<void> {
  if (hours.length > 0) await db.insert(databaseSamples).values([...hours]);
}

/** Removes the hours that ended before a minute (since 1970). */
export async function dropSamplesBefore(db: Db, minute: number): Promise<void> {
  await db.delete(databaseSamples).where(lt(databaseSamples.hour, Math.floor(minute / 60)));
}

/** All that is kept, by the id of the server: as one text a server, because so many rows would take far longer to read. */
export async function readSamples(db: Db): Promise<Map<number, HourOfSamples[]>> {
  const found = await rows<{ id: number; hours: string; loads: string }>(
    db,
    sql`select host_id as id, array_to_string(array_agg(hour), ' ') as hours, encode(string_agg(loads, ''), 'hex') as loads
        from ${databaseSamples} group by host_id`,
  );
  return new Map(
    found.map(({ id, hours, loads }) => {
      const all = Buffer.from(loads, 'hex');
      const parts = hours.split(' ').map((hour, at) => ({ hour: Number(hour), loads: all.subarray(at * 120) }));
      return [id, parts];
    }),
  );
}

/** The servers to ask. */
export function listHostsToSample(db: Db) {
  const { id, name, endpoint } = databaseHosts;
  return db.select({ id, name, endpoint }).from(databaseHosts).orderBy(asc(databaseHosts.id));
}
