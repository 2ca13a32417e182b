import { SLOT_MS, SLOTS } from '@mission-control/contract/cron/rules';
import { and, asc, desc, eq, gte, lt, max, sql } from 'drizzle-orm';
import { listHosts } from '../../../fleet/queries-places.ts';
import { environments } from '../../../fleet/tables.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../../platform/database/insert-rows.ts';
import { cronReports, cronSlots } from '../tables.ts';
import type { Run } from './runs.ts';
import { addSlots, maxConcurrent, slotsOf } from './slots.ts';

interface CountedRuns {
  environmentId: number;
  /** Time of the report, in ms. */
  at: number;
  runs: readonly Run[];
}

/** Adds runs to the slots of their environments. */
export async function addToSlots(db: Transaction, reports: readonly CountedRuns[]): Promise<void> {
  const found = [...Map.groupBy(reports, ({ environmentId }) => environmentId)].flatMap(([environmentId, some]) => {
    const slots = slotsOf(
      some.flatMap(({ runs }) => runs),
      Math.max(...some.map(({ at }) => at)),
    );
    return [...slots].map(([at, slot]) => ({ environmentId, at: new Date(at), slot }));
  });
  if (found.length === 0) return;
  // Reports of other tenants of an environment queue here; a fixed order prevents deadlocks.
  found.sort((a, b) => a.environmentId - b.environmentId || a.at.getTime() - b.at.getTime());
  const known = new Map((await lockSlots(db, found)).map((row) => [slotKey(row), row]));
  const rows = found.map(({ environmentId, at, slot }) => {
    const before = known.get(slotKey({ environmentId, at }));
    const sum = before && before.running.length > 0 ? addSlots(before, slot) : slot;
    return { environmentId, at, ...sum, most: maxConcurrent(sum) };
  });
  await insertRows(db, cronSlots, rows, orUpdate(cronSlots, 'running', 'most', 'tasks'));
}

type SlotKey = Pick<typeof cronSlots.$inferSelect, 'environmentId' | 'at'>;
const slotKey = ({ environmentId, at }: SlotKey): string => `${environmentId} ${at.getTime()}`;

/** The stored slots, locked; missing ones are created empty. */
async function lockSlots(db: Transaction, keys: readonly SlotKey[]) {
  // Rows must exist to be locked.
  const empty = keys.map(({ environmentId, at }) => ({ environmentId, at, running: [], most: 0, tasks: [] }));
  await insertRows(db, cronSlots, empty, sql`on conflict do nothing`);
  const list = JSON.stringify(keys.map(({ environmentId, at }) => ({ e: environmentId, at })));
  return db
    .select()
    .from(cronSlots)
    .where(
      sql`(${cronSlots.environmentId}, ${cronSlots.at}) in
        (select e, at from json_to_recordset(${list}::json) as wanted(e integer, at timestamptz))`,
    )
    .orderBy(asc(cronSlots.environmentId), asc(cronSlots.at))
    .for('update');
}

/** The slots of an environment since a time, oldest first. */
export function listSlots(db: Db, environmentId: number, from: Date) {
  return db
    .select()
    .from(cronSlots)
    .where(and(eq(cronSlots.environmentId, environmentId), gte(cronSlots.at, from)))
    .orderBy(asc(cronSlots.at));
}

/** Environments with runs since a time, and their maximum of concurrent runs. */
export async function listBusyEnvironments(db: Db, from: Date) {
  const most = max(cronSlots.most);
  const found = await db
    .select({ id: environments.id, name: environments.name, most })
    .from(cronSlots)
    .innerJoin(environments, eq(environments.id, cronSlots.environmentId))
    .where(gte(cronSlots.at, from))
    .groupBy(environments.id)
    .orderBy(desc(most), asc(environments.name));
  return found.map((row) => ({ ...row, most: row.most ?? 0 }));
}

/** An environment with its servers and the time of its newest cron report. */
export async function findReporting(db: Db, id: number) {
  const [found] = await db
    .select({ id: environments.id, name: environments.name, reported: max(cronReports.created) })
    .from(environments)
    .leftJoin(cronReports, eq(cronReports.environmentId, environments.id))
    .where(eq(environments.id, id))
    .groupBy(environments.id);
  return found && { ...found, servers: (await listHosts(db, [id])).get(id) ?? [] };
}

/** Deletes slots that no chart shows any more. */
export async function purgeSlots(db: Db, now: Date): Promise<void> {
  await db.delete(cronSlots).where(lt(cronSlots.at, new Date(now.getTime() - 2 * SLOTS * SLOT_MS)));
}
