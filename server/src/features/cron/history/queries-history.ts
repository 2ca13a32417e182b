import { BAND_DAYS } from '@mission-control/contract/cron/troubles';
import { isZone } from '@mission-control/contract/zones';
import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { environments } from '../../../fleet/tables.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../../platform/database/insert-rows.ts';
import { systemValues } from '../../system/public.ts';
import { cronBands, cronDays, cronTroubles } from '../tables.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { dayOf } from './runs.ts';

/** A tenant on a reporting environment. */
export interface Place {
  tenantId: number;
  environmentId: number;
}

export const placeKey = ({ tenantId, environmentId }: Place): string => `${tenantId} ${environmentId}`;

type PlaceTable = { tenantId: AnyPgColumn; environmentId: AnyPgColumn };

/** Rows of these places. */
export function among(table: PlaceTable, places: readonly Place[]): SQL {
  const list = JSON.stringify(places.map(({ tenantId, environmentId }) => ({ t: tenantId, e: environmentId })));
  return sql`(${table.tenantId}, ${table.environmentId}) in
    (select t, e from json_to_recordset(${list}::json) as wanted(t integer, e integer))`;
}

/** First day that bands and histories cover. */
export const firstDay = (now: number): string => dayOf(now - (BAND_DAYS - 1) * DAY_MS);

export async function findEnvironmentId(db: Db, name: string): Promise<number | undefined> {
  const [found] = await db.select({ id: environments.id }).from(environments).where(eq(environments.name, name));
  return found?.id;
}

export async function listBands(db: Db, places: readonly Place[]) {
  const found = await db.select().from(cronBands).where(among(cronBands, places));
  return new Map(found.map((row) => [placeKey(row), row]));
}

/** The days of these places: certain ones, or all since a day. */
export function listDays(db: Db, places: readonly Place[], days: readonly string[] | { from: string }) {
  const wanted = 'from' in days ? gte(cronDays.day, days.from) : inArray(cronDays.day, [...days]);
  return db
    .select()
    .from(cronDays)
    .where(and(among(cronDays, places), wanted))
    .orderBy(cronDays.day);
}

export const putDays = (db: Transaction, days: readonly (typeof cronDays.$inferInsert)[]) =>
  insertRows(db, cronDays, days, orUpdate(cronDays, 'tasks'));

export const putBands = (db: Transaction, bands: readonly (typeof cronBands.$inferInsert)[]) =>
  insertRows(db, cronBands, bands, orUpdate(cronBands, 'tasks', 'reckonedAt'));

/** Deletes days that no band covers any more. */
export async function purgeDays(db: Db, now: Date): Promise<void> {
  await db.delete(cronDays).where(lt(cronDays.day, firstDay(now.getTime())));
}

/** The valid time zones reported by the systems of tenants, by tenant. */
export async function listZones(db: Db, tenantIds: readonly number[]): Promise<Map<number, string>> {
  if (tenantIds.length === 0) return new Map();
  const found = await db
    .select({ tenantId: systemValues.tenantId, zone: systemValues.value })
    .from(systemValues)
    .where(and(inArray(systemValues.tenantId, [...tenantIds]), eq(systemValues.key, 'timezone')));
  return new Map(found.filter(({ zone }) => isZone(zone)).map(({ tenantId, zone }) => [tenantId, zone]));
}

export function listTroublesOf(db: Db, places: readonly Place[]) {
  return db.select().from(cronTroubles).where(among(cronTroubles, places));
}

export type TroubleRow = typeof cronTroubles.$inferSelect;

export async function deleteTroubles(db: Transaction, gone: readonly TroubleRow[]): Promise<void> {
  if (gone.length === 0) return;
  const keys = gone.map(({ tenantId: t, environmentId: e, taskGroup: g, task: n, what: w }) => ({ t, e, g, n, w }));
  const { tenantId, environmentId, taskGroup, task, what } = cronTroubles;
  await db.delete(cronTroubles).where(
    sql`(${tenantId}, ${environmentId}, ${taskGroup}, ${task}, ${what}) in (select t, e, g, n, w from
        json_to_recordset(${JSON.stringify(keys)}::json) as gone(t integer, e integer, g text, n text, w text))`,
  );
}

export async function putTroubles(db: Transaction, found: readonly TroubleRow[]): Promise<void> {
  const updated = orUpdate(cronTroubles, 'since', 'message', 'seconds', 'low', 'high', 'percent', 'running');
  await insertRows(db, cronTroubles, found, updated);
}
