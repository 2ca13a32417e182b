import { asc, lt, sql } from 'drizzle-orm';
import { databaseHosts } from '../../fleet/tables.ts';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { type HourOfSamples, minuteOf } from './activity.ts';
import { databaseSamples } from './tables.ts';
import type { InventoryHistory } from '@mission-control/contract/inventory/history';

export interface Sample {
  hostId: number;
  /** Active connections. */
  load: number;
}

const MAX_LOAD = 32_767;

/** Stores the samples of one minute (since 1970), replacing earlier ones. */
export async function storeSamples(db: Db, minute: number, samples: readonly Sample[]): Promise<void> {
  const place = (minute % 60) * 2 + 1;
  const list = JSON.stringify(samples.map(({ hostId, load }) => ({ id: hostId, load: Math.min(load, MAX_LOAD) })));
  // The join drops samples of servers that were removed in the meantime.
  await db.execute(sql`
    insert into ${databaseSamples} (host_id, hour, loads)
    select host.id, ${Math.floor(minute / 60)}::int,
      overlay(decode(repeat('ff', 120), 'hex') placing int2send(taken.load::int2) from ${place}::int)
    from json_to_recordset(${list}::json) as taken(id int, load int)
    join ${databaseHosts} host on host.id = taken.id
    on conflict (host_id, hour) do update
    set loads = overlay(${databaseSamples.loads} placing substring(excluded.loads from ${place}::int for 2) from ${place}::int)`);
}

/** Deletes the hours that ended before a minute (since 1970). */
export async function dropSamplesBefore(db: Db, minute: number): Promise<void> {
  await db.delete(databaseSamples).where(lt(databaseSamples.hour, Math.floor(minute / 60)));
}

/** All samples by server id. Read as one text per server, which is far faster than one row per hour. */
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

export function listHostsToSample(db: Db) {
  const { id, name, endpoint } = databaseHosts;
  return db.select({ id, name, endpoint }).from(databaseHosts).orderBy(asc(databaseHosts.id));
}

/** Imports the load history of database hosts from an inventory. */
export async function importDatabaseLoads(
  db: Transaction,
  { databases, until }: Pick<InventoryHistory, 'databases' | 'until'>,
  hosts: ReadonlyMap<string, number>,
): Promise<void> {
  const end = minuteOf(new Date(until));
  const hours = databases.flatMap(({ name, connections }) => {
    const hostId = hosts.get(name);
    return hostId === undefined ? [] : hoursOf(connections, end).map((hour) => ({ hostId, ...hour }));
  });
  if (hours.length > 0) await db.insert(databaseSamples).values(hours);
}

/** 60 int16 per hour, -1 for a missing sample. @param end the minute after the last sample */
function hoursOf(connections: readonly number[], end: number): { hour: number; loads: Buffer }[] {
  const hours = new Map<number, Buffer>();
  for (const [at, load] of connections.entries()) {
    const minute = end - connections.length + at;
    const hour = Math.floor(minute / 60);
    const loads = hours.get(hour) ?? Buffer.alloc(120, 0xff);
    loads.writeInt16BE(load, (minute - hour * 60) * 2);
    hours.set(hour, loads);
  }
  return [...hours].map(([hour, loads]) => ({ hour, loads }));
}
