import { SERVICES } from '@mission-control/contract/catalogue';
import type { TimeRange, WindowScope } from '@mission-control/contract/windows/rules';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { domains, tenants, tenantServices } from '../../fleet/tables.ts';
import { onlyRow, rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { maintenanceWindows, windowSwitches, windowTimes } from './tables.ts';

export type StoredWindow = typeof maintenanceWindows.$inferSelect;
export type StoredOccurrence = typeof windowTimes.$inferSelect;
type WindowValues = Omit<typeof maintenanceWindows.$inferInsert, 'id'>;

export interface WindowOccurrence extends TimeRange {
  id: number;
  name: string;
  scope: WindowScope;
}

const isOn = (now: Date) => and(lte(windowTimes.startsAt, now), gt(windowTimes.endsAt, now));

/** Windows that are not deleted, with their current and their last past occurrence. */
export async function listWindowRows(db: Db, now: Date, id?: number) {
  const timeOf = (when: SQL) =>
    sql<TimeRange | null>`(select json_build_object('from', ${msOf(sql`t.starts_at`)}, 'to', ${msOf(sql`t.ends_at`)})
      from ${windowTimes} t where t.window_id = ${maintenanceWindows}.id and ${when} order by t.ends_at desc limit 1)`;
  const at = sql`${now.toISOString()}::timestamptz`;
  return db
    .select({
      window: maintenanceWindows,
      on: timeOf(sql`t.starts_at <= ${at} and t.ends_at > ${at}`),
      last: timeOf(sql`t.ends_at <= ${at}`),
    })
    .from(maintenanceWindows)
    .where(and(isNull(maintenanceWindows.deletedAt), id === undefined ? undefined : eq(maintenanceWindows.id, id)))
    .orderBy(asc(maintenanceWindows.name), asc(maintenanceWindows.id));
}

const msOf = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;

export async function lockWindow(db: Transaction, id: number): Promise<StoredWindow | undefined> {
  const [row] = await db
    .select()
    .from(maintenanceWindows)
    .where(and(eq(maintenanceWindows.id, id), isNull(maintenanceWindows.deletedAt)))
    .for('update');
  return row;
}

export async function insertWindow(db: Transaction, values: WindowValues): Promise<StoredWindow> {
  return onlyRow(await db.insert(maintenanceWindows).values(values).returning());
}

export async function updateWindow(db: Transaction, id: number, set: Partial<WindowValues>): Promise<StoredWindow> {
  return onlyRow(await db.update(maintenanceWindows).set(set).where(eq(maintenanceWindows.id, id)).returning());
}

/** Windows with a rule whose occurrences are not stored up to this time; locked, skipping those that another process has locked. */
export function lockUnplanned(db: Transaction, before: Date): Promise<StoredWindow[]> {
  const { rule, deletedAt, plannedUntil, id } = maintenanceWindows;
  return db
    .select()
    .from(maintenanceWindows)
    .where(and(isNotNull(rule), isNull(deletedAt), lt(plannedUntil, before)))
    .orderBy(asc(id))
    .for('update', { skipLocked: true });
}

export async function insertOccurrences(db: Transaction, times: (typeof windowTimes.$inferInsert)[]): Promise<void> {
  if (times.length > 0) await db.insert(windowTimes).values(times).onConflictDoNothing();
}

/** Deletes the occurrences of a window that have not begun. */
export async function deleteUpcoming(db: Transaction, windowId: number, now: Date): Promise<void> {
  await db.delete(windowTimes).where(and(eq(windowTimes.windowId, windowId), gt(windowTimes.startsAt, now)));
}

/** The current occurrence of a window; undefined when it is not active. */
export async function findCurrentOccurrence(
  db: Db,
  windowId: number,
  now: Date,
): Promise<StoredOccurrence | undefined> {
  const [row] = await db
    .select()
    .from(windowTimes)
    .where(and(eq(windowTimes.windowId, windowId), isOn(now)))
    .orderBy(desc(windowTimes.endsAt))
    .limit(1);
  return row;
}

export async function setOccurrenceEnd(db: Transaction, id: number, endsAt: Date): Promise<void> {
  await db.update(windowTimes).set({ endsAt }).where(eq(windowTimes.id, id));
}

// Nested, because Drizzle strips the table names from the direct columns of what a statement returns.
const windowName = sql<string>`${sql`(select name from ${maintenanceWindows} w where w.id = ${windowTimes.windowId})`}`;

/** Marks active occurrences as announced, each for only one caller. */
export const markBegun = (db: Transaction, now: Date) =>
  db
    .update(windowTimes)
    .set({ begunAt: now })
    .where(and(isNull(windowTimes.begunAt), isNull(windowTimes.overAt), isOn(now)))
    .returning({ name: windowName, switches: windowTimes.switches });

/** Marks occurrences that are over; `begunAt` is null if no process announced the beginning. */
export const markEnded = (db: Transaction, now: Date) =>
  db
    .update(windowTimes)
    .set({ overAt: now })
    .where(and(isNull(windowTimes.overAt), lte(windowTimes.endsAt, now)))
    .returning({ name: windowName, begunAt: windowTimes.begunAt });

export async function deleteOccurrences(db: Db, before: Date): Promise<void> {
  await db.delete(windowTimes).where(lt(windowTimes.endsAt, before));
}

/** The occurrences that end after `from` and begin before `to`. */
export function listOccurrences(db: Db, from: Date, to: Date): Promise<WindowOccurrence[]> {
  return db
    .select({
      id: windowTimes.id,
      name: maintenanceWindows.name,
      scope: windowTimes.scope,
      from: sql<number>`${msOf(sql`${windowTimes.startsAt}`)}`,
      to: sql<number>`${msOf(sql`${windowTimes.endsAt}`)}`,
    })
    .from(windowTimes)
    .innerJoin(maintenanceWindows, eq(maintenanceWindows.id, windowTimes.windowId))
    .where(and(gt(windowTimes.endsAt, from), lt(windowTimes.startsAt, to)))
    .orderBy(asc(windowTimes.startsAt), asc(windowTimes.id));
}

/** An empty list does not restrict. */
const among = (column: SQL, type: 'integer' | 'text', list: readonly (number | string)[]): SQL =>
  list.length === 0
    ? sql`true`
    : sql`${column} in (select value::${sql.raw(type)} from json_array_elements_text(${JSON.stringify(list)}::json))`;

/** Services of existing tenants in a scope; their sites run on the web environment. */
function servicesIn({ tenants: ids, environments, services }: WindowScope): SQL {
  return sql`from ${tenantServices} s join ${tenants} t on t.id = s.tenant_id and t.deleted_at is null
    where ${among(sql`s.tenant_id`, 'integer', ids)} and ${among(sql`s.web_environment_id`, 'integer', environments)}
      and ${among(sql`s.service`, 'text', services)}`;
}

const WITH_SWITCHES = SERVICES.filter(({ hasSwitches }) => hasSwitches).map(({ slug }) => slug);

/** How many tenants and services with a maintenance switch are in a scope. */
export async function countCovered(db: Db, scope: WindowScope): Promise<{ tenants: number; switched: number }> {
  const [found] = await rows<{ tenants: number; switched: number }>(
    db,
    sql`select count(distinct s.tenant_id)::int as tenants,
      (count(*) filter (where ${among(sql`s.service`, 'text', WITH_SWITCHES)}))::int as switched ${servicesIn(scope)}`,
  );
  return found ?? { tenants: 0, switched: 0 };
}

/** Hosts of the sites in a scope. */
export async function countHosts(db: Db, scope: WindowScope): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${domains} d
      where exists (select 1 ${servicesIn(scope)} and s.tenant_id = d.tenant_id and s.service = d.service)`,
  );
  return found?.count ?? 0;
}

export interface TenantService {
  tenantId: number;
  service: string;
}

export interface SwitchingOccurrence {
  id: number;
  name: string;
  endsAt: Date;
  scope: WindowScope;
}

/** Current occurrences that turn switches on. */
export function listSwitchingOccurrences(db: Db, now: Date): Promise<SwitchingOccurrence[]> {
  return db
    .select({ id: windowTimes.id, name: maintenanceWindows.name, endsAt: windowTimes.endsAt, scope: windowTimes.scope })
    .from(windowTimes)
    .innerJoin(maintenanceWindows, eq(maintenanceWindows.id, windowTimes.windowId))
    .where(and(windowTimes.switches, isOn(now)))
    .orderBy(asc(windowTimes.id));
}

/** Services in the scope of an occurrence that it has not handled yet. */
export function listServicesToSwitch(db: Db, { id, scope }: SwitchingOccurrence): Promise<TenantService[]> {
  return rows(
    db,
    sql`select s.tenant_id as "tenantId", s.service ${servicesIn(scope)} and ${among(sql`s.service`, 'text', WITH_SWITCHES)}
      and not exists (select 1 from ${windowSwitches} w where w.time_id = ${id} and w.tenant_id = s.tenant_id and w.service = s.service)
      order by s.tenant_id, s.service`,
  );
}

/** Records that an occurrence has handled a service; false if it already had, or if it is over. */
export async function claimService(
  db: Transaction,
  timeId: number,
  target: TenantService,
  now: Date,
): Promise<boolean> {
  const [time] = await db
    .select({ id: windowTimes.id })
    .from(windowTimes)
    .where(and(eq(windowTimes.id, timeId), isOn(now)))
    .for('share');
  if (!time) return false;
  const claimed = await db
    .insert(windowSwitches)
    .values({ timeId, ...target })
    .onConflictDoNothing()
    .returning({ timeId: windowSwitches.timeId });
  return claimed.length > 0;
}

/** The services that an occurrence handled, with the latest end of other current occurrences that also handled them. */
export function listSwitchedServices(
  db: Db,
  timeId: number,
  now: Date,
): Promise<(TenantService & { others: string | null })[]> {
  return rows(
    db,
    sql`select s.tenant_id as "tenantId", s.service, (
        select to_json(max(t.ends_at)) #>> '{}' from ${windowSwitches} o join ${windowTimes} t on t.id = o.time_id
        where o.tenant_id = s.tenant_id and o.service = s.service and o.time_id <> s.time_id
          and t.starts_at <= ${now.toISOString()}::timestamptz and t.ends_at > ${now.toISOString()}::timestamptz) as others
      from ${windowSwitches} s where s.time_id = ${timeId} order by 1, 2`,
  );
}
