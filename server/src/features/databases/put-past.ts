import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Transaction } from '../../platform/database/database.ts';
import { minuteOf } from './activity.ts';
import { insertHours } from './queries-samples.ts';

/** Imports the load history of database hosts from an inventory. */
export async function putDatabasePast(
  db: Transaction,
  { databases, until }: Pick<InventoryHistory, 'databases' | 'until'>,
  hosts: ReadonlyMap<string, number>,
): Promise<void> {
  const end = minuteOf(new Date(until));
  const hours = databases.flatMap(({ name, connections }) => {
    const hostId = hosts.get(name);
    return hostId === undefined ? [] : hoursOf(connections, end).map((hour) => ({ hostId, ...hour }));
  });
  await insertHours(db, hours);
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
