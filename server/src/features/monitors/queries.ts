import { FAILURES_TO_DOWN } from '@mission-control/contract/monitors/rules';
import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';
import { monitorMinutes, monitorOutages, monitorRaw, monitorRings, monitors, monitorSummaries } from './tables.ts';

const MOST_OUTAGES = 100;

const selectShown = (db: Db) =>
  db
    .select({ monitor: monitors, tenantName: tenants.name, days: monitorSummaries.days, hours: monitorSummaries.hours })
    .from(monitors)
    .innerJoin(tenants, and(eq(tenants.id, monitors.tenantId), isNull(tenants.deletedAt)))
    .leftJoin(monitorSummaries, eq(monitorSummaries.monitorId, monitors.id));

/** All monitors by the names of their tenants, with their last days and hours. */
export function listShown(db: Db) {
  return selectShown(db).where(isNull(monitors.removedAt)).orderBy(asc(tenants.nameKey), asc(monitors.host));
}

/** A monitor with the facts around it. */
export type ShownMonitor = Awaited<ReturnType<typeof listShown>>[number];

/** The same of one; undefined when there is none. */
export async function findShown(db: Db, id: number) {
  const [found] = await selectShown(db).where(and(eq(monitors.id, id), isNull(monitors.removedAt)));
  return found;
}

/** Locks a monitor until the transaction ends. */
export async function lockMonitor(db: Transaction, id: number) {
  const [monitor] = await db
    .select()
    .from(monitors)
    .where(and(eq(monitors.id, id), isNull(monitors.removedAt)))
    .for('update');
  return monitor;
}

/** Switches its checks; without them it is known to be neither down nor warned of, and an outage that lasts ends there. */
export async function setActive(
  db: Transaction,
  monitor: typeof monitors.$inferSelect,
  active: boolean,
  now: Date,
): Promise<void> {
  const wasDown = monitor.status === 0;
  const calm = { warningCount: 0, slowBits: 0, against: 0, againstSince: null, lastError: null };
  const off = { ...calm, ...(wasDown && { lastOffline: now }) };
  // What was down when its checks ended is down again with the first check that fails.
  const on = wasDown && { status: 1, against: FAILURES_TO_DOWN - 1, againstSince: now };
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

/** The newest outages that lasted until then or later. */
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
    .limit(MOST_OUTAGES);
}

/** The raw results since an hour; `open`: only those that the rings do not have. */
export function listRaw(db: Db, monitorId: number, { since, open = false }: { since?: Date; open?: boolean }) {
  return db
    .select({ hour: monitorRaw.hour, data: monitorRaw.data })
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

/** The ring of minutes since an hour. */
export function listMinutes(db: Db, monitorId: number, since: Date) {
  return db
    .select({ hour: monitorMinutes.hour, data: monitorMinutes.data })
    .from(monitorMinutes)
    .where(and(eq(monitorMinutes.monitorId, monitorId), gte(monitorMinutes.hour, since)))
    .orderBy(asc(monitorMinutes.hour));
}

/** The ring of hours or days since a time. */
export function listRing(db: Db, monitorId: number, span: 'hour' | 'day', since: Date) {
  return db
    .select()
    .from(monitorRings)
    .where(and(eq(monitorRings.monitorId, monitorId), eq(monitorRings.span, span), gte(monitorRings.start, since)))
    .orderBy(asc(monitorRings.start));
}
