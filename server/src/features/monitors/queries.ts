import type { AttentionFacts } from '@mission-control/contract/attention/rules';
import type { WindowSubject } from '@mission-control/contract/windows/rules';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
  type Column,
  type SQL,
} from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { jsonList, jsonObject, type Db, type Transaction } from '../../platform/database/database.ts';
import { idRanges, within } from '../../platform/database/id-ranges.ts';
import { announcedWindowEnd } from '../windows/public.ts';
import { monitorMinutes, monitorOutages, monitorRaw, monitorRings, monitors, monitorSummaries } from './tables.ts';

const MAX_OUTAGES = 100;

/** Joins a monitor's service. */
export const isOfService = and(
  eq(tenantServices.tenantId, monitors.tenantId),
  eq(tenantServices.service, monitors.service),
);

const selectShown = (db: Db) =>
  db
    .select({
      monitor: monitors,
      tenantName: tenants.name,
      days: monitorSummaries.days,
      hours: monitorSummaries.hours,
      webEnvironmentId: tenantServices.webEnvironmentId,
    })
    .from(monitors)
    .innerJoin(tenants, and(eq(tenants.id, monitors.tenantId), notDeleted))
    .leftJoin(monitorSummaries, eq(monitorSummaries.monitorId, monitors.id))
    .leftJoin(tenantServices, isOfService);

/** What determines whether a monitor is in a maintenance window. */
export interface Placed {
  tenantId: number;
  service: string;
  webEnvironmentId: number | null;
}

/** A monitor as the subject of maintenance windows. */
export const windowSubjectOf = ({ tenantId, service, webEnvironmentId }: Placed): WindowSubject => ({
  tenantId,
  service,
  environmentIds: webEnvironmentId === null ? [] : [webEnvironmentId],
});

/** The places of these monitors. */
export const listPlaces = (db: Db, ids: readonly number[]): Promise<(Placed & { id: number })[]> =>
  db
    .select({
      id: monitors.id,
      tenantId: monitors.tenantId,
      service: monitors.service,
      webEnvironmentId: tenantServices.webEnvironmentId,
    })
    .from(monitors)
    .leftJoin(tenantServices, isOfService)
    .where(inArray(monitors.id, [...ids]));

/** The monitors with these ids, in no order. */
export const listShownOf = (db: Db, ids: readonly number[]) =>
  selectShown(db).where(and(isNull(monitors.removedAt), inArray(monitors.id, [...ids])));

/** The monitors of these hosts, in lower case, by tenant. */
export const listShownAt = (db: Db, hosts: readonly string[]) =>
  selectShown(db)
    .where(and(isNull(monitors.removedAt), sql`lower(${monitors.host}) = any(${sql.param([...hosts])}::text[])`))
    .orderBy(asc(monitors.id));

/** Monitors per statement, so that other requests run in between. */
const CHUNK = 10_000;

/** Facts of all monitors, or of those with these ids or tenants, in parts; in no order. */
export async function* readFacts(
  db: Db,
  of: { ids: readonly number[]; tenantIds: readonly number[] } | null,
): AsyncGenerator<MonitorFactsRow[]> {
  if (of === null)
    for (const range of await idRanges(db, monitors.id, CHUNK)) yield await selectFacts(db, within(monitors.id, range));
  else if (of.ids.length + of.tenantIds.length > 0)
    yield await selectFacts(db, or(inArray(monitors.id, [...of.ids]), inArray(monitors.tenantId, [...of.tenantIds])));
}

const selectFacts = (db: Db, which: SQL | undefined) =>
  db
    .select({
      id: monitors.id,
      tenantId: monitors.tenantId,
      tenantName: tenants.name,
      nameKey: tenants.nameKey,
      service: monitors.service,
      host: monitors.host,
      active: monitors.active,
      closed: monitors.closed,
      status: monitors.status,
      warningCount: monitors.warningCount,
      wasOnline: sql<boolean>`${monitors.lastOnline} is not null`,
      wasOffline: sql<boolean>`${monitors.lastOffline} is not null`,
    })
    .from(monitors)
    .innerJoin(tenants, and(eq(tenants.id, monitors.tenantId), notDeleted))
    .where(and(isNull(monitors.removedAt), which));

/** The fields by which the list of monitors is searched and sorted. */
export type MonitorFactsRow = Awaited<ReturnType<typeof selectFacts>>[number];

/** The current problems, which change without an announcement. */
export const listErrors = (db: Db) =>
  db
    .select({ id: monitors.id, error: monitors.lastError })
    .from(monitors)
    .where(and(isNull(monitors.removedAt), isNotNull(monitors.lastError)));

/** A monitor with its tenant and summary. */
export type ShownMonitor = Awaited<ReturnType<typeof listShownOf>>[number];

/** One monitor; undefined when it does not exist. */
export async function findShown(db: Db, id: number) {
  const [found] = await selectShown(db).where(and(eq(monitors.id, id), isNull(monitors.removedAt)));
  return found;
}

/** Locks a monitor until the transaction ends. */
export async function lockMonitor(db: Transaction, id: number) {
  const [monitor] = await db
    .select(getTableColumns(monitors))
    .from(monitors)
    .innerJoin(tenants, and(eq(tenants.id, monitors.tenantId), notDeleted))
    .where(and(eq(monitors.id, id), isNull(monitors.removedAt)))
    .for('update', { of: monitors });
  return monitor;
}

/** Locks monitors in a fixed order, skipping missing ones. */
export function lockMonitors(db: Transaction, ids: readonly number[]) {
  return db
    .select()
    .from(monitors)
    .where(and(inArray(monitors.id, [...ids]), isNull(monitors.removedAt)))
    .orderBy(asc(monitors.id))
    .for('update');
}

/** Changes how monitors are checked; findings of checks under the old settings are dropped. */
export async function updateMonitors(
  db: Transaction,
  ids: readonly number[],
  set: { [Key in keyof typeof monitors.$inferInsert]?: (typeof monitors.$inferInsert)[Key] | undefined },
): Promise<void> {
  await db
    .update(monitors)
    .set({ ...set, revision: sql`${monitors.revision} + 1` })
    .where(inArray(monitors.id, [...ids]));
}

/** Changes the settings of each of these monitors, like `updateMonitors`. */
export async function putChecks(db: Transaction, checks: readonly { id: number }[]): Promise<void> {
  await db.execute(sql`update ${monitors} m set path = given.path, expected_status = given."expectedStatus",
      expected_text = given."expectedText", timeout_ms = given."timeoutMs", failures_to_down = given."failuresToDown",
      successes_to_up = given."successesToUp", slow_ms = given."slowMs", revision = m.revision + 1
    from json_to_recordset(${JSON.stringify(checks)}::json) as given(id integer, path text, "expectedStatus" integer,
      "expectedText" text, "timeoutMs" integer, "failuresToDown" smallint, "successesToUp" smallint, "slowMs" integer)
    where m.id = given.id`);
}

export async function recordCheckRequest(db: Transaction, id: number, at: Date): Promise<void> {
  await db.update(monitors).set({ askedAt: at }).where(eq(monitors.id, id));
}

/** Switches the checks on or off. When off, a monitor is neither down nor warned about, and a current outage ends. */
export async function setActive(
  db: Transaction,
  monitor: typeof monitors.$inferSelect,
  active: boolean,
  now: Date,
): Promise<void> {
  const wasDown = monitor.status === 0;
  const calm = { warningCount: 0, slowBits: 0, against: 0, againstSince: null, lastError: null };
  const off = { ...calm, ...(wasDown && { lastOffline: now }) };
  // A monitor that was down when switched off is down again after its first failure.
  const on = wasDown && { status: 1, against: monitor.failuresToDown - 1, againstSince: now };
  await db
    .update(monitors)
    .set({ active, revision: sql`${monitors.revision} + 1`, ...(active ? on : off) })
    .where(eq(monitors.id, monitor.id));
  if (active) return;
  await db
    .update(monitorOutages)
    .set({ endedAt: now })
    .where(and(eq(monitorOutages.monitorId, monitor.id), isNull(monitorOutages.endedAt)));
}

/** The newest outages that lasted until `since` or later. */
export function listOutages(db: Db, monitorId: number, since: Date) {
  return db
    .select()
    .from(monitorOutages)
    .where(
      and(
        eq(monitorOutages.monitorId, monitorId),
        or(isNull(monitorOutages.endedAt), gte(monitorOutages.endedAt, since)),
      ),
    )
    .orderBy(desc(monitorOutages.startedAt), desc(monitorOutages.id))
    .limit(MAX_OUTAGES);
}

/** Raw results since an hour; `open`: only those not in the rings. */
export function listRaw(db: Db, monitorId: number, { since, open = false }: { since?: Date; open?: boolean }) {
  return db
    .select({ hour: monitorRaw.hour, data: monitorRaw.data, counted: monitorRaw.counted })
    .from(monitorRaw)
    .where(
      and(
        eq(monitorRaw.monitorId, monitorId),
        since && gte(monitorRaw.hour, since),
        open ? sql`not ${monitorRaw.rolled}` : undefined,
      ),
    )
    .orderBy(asc(monitorRaw.hour));
}

/** The minutes ring since an hour. */
export function listMinutes(db: Db, monitorId: number, since: Date) {
  return db
    .select({ hour: monitorMinutes.hour, data: monitorMinutes.data })
    .from(monitorMinutes)
    .where(and(eq(monitorMinutes.monitorId, monitorId), gte(monitorMinutes.hour, since)))
    .orderBy(asc(monitorMinutes.hour));
}

/** The hours or days ring since a time. */
export function listRing(db: Db, monitorId: number, span: 'hour' | 'day', since: Date) {
  return db
    .select()
    .from(monitorRings)
    .where(and(eq(monitorRings.monitorId, monitorId), eq(monitorRings.span, span), gte(monitorRings.start, since)))
    .orderBy(asc(monitorRings.start));
}

const isDown = sql`coalesce(${monitors.lastOnline}, ${monitors.lastOffline}) is not null
  and not (${monitors.status} = 1 and ${monitors.lastOnline} is not null)`;

/** The sites of a tenant that are down or have a certificate, as a column of a query over tenants; excludes those closed on purpose. */
export function sitesOfTenant(tenantId: Column) {
  const environmentId = sql`(select ${tenantServices.webEnvironmentId} from ${tenantServices} where ${isOfService})`;
  const place = { tenantId: sql`${monitors.tenantId}`, service: sql`${monitors.service}`, environmentId };
  const row = jsonObject<AttentionFacts['sites'][number]>({
    id: monitors.id,
    host: monitors.host,
    down: isDown,
    since: monitors.lastOnline,
    windowEnds: sql`case when ${isDown} then ${announcedWindowEnd(place)} end`,
    certificateEnds: monitors.certificateEnds,
  });
  return jsonList(
    row,
    sql`${monitors} where ${monitors.tenantId} = ${tenantId} and ${monitors.active} and ${monitors.closed} is null
      and ${monitors.removedAt} is null and (${monitors.certificateEnds} is not null or (${isDown}))`,
    sql`${monitors.host}`,
  );
}

/** The tenants that have a site that is down. */
export async function listTenantsDown(db: Db): Promise<number[]> {
  const found = await db
    .selectDistinct({ id: monitors.tenantId })
    .from(monitors)
    .where(and(eq(monitors.active, true), isNull(monitors.removedAt), isDown));
  return found.map(({ id }) => id);
}

/** The tenants of these monitors. */
export async function listTenantsOf(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await db
    .selectDistinct({ id: monitors.tenantId })
    .from(monitors)
    .where(inArray(monitors.id, [...ids]));
  return found.map(({ id }) => id);
}
