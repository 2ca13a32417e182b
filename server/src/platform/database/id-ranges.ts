import { and, gt, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** The ids above `after`, up to and including `to`. */
export interface IdRange {
  after: number;
  to: number;
}

export const ALL_IDS: IdRange = { after: 0, to: Infinity };

/** The condition that an id is in the range. */
export const within = (id: SQLWrapper, { after, to }: IdRange): SQL | undefined =>
  and(gt(id, after), to === Infinity ? undefined : lte(id, to));

/**
 * Ranges that together contain all ids, for reading a whole table in parts: no response is large, and other requests run in between.
 * @param id integer key of the table, above 0
 * @param size rows per range, at the time of the call; the last range is open
 */
export async function idRanges(db: Db, id: PgColumn, size: number): Promise<IdRange[]> {
  // By the rows rather than by the ids: an imported id may be anywhere up to the maximum of an integer.
  const numbered = db
    .select({ id, place: sql<number>`row_number() over (order by ${id})`.as('place') })
    .from(id.table)
    .as('numbered');
  const lasts = await db
    .select({ id: numbered.id })
    .from(numbered)
    .where(sql`${numbered.place} % ${size} = 0`)
    .orderBy(numbered.id);
  const bounds = [0, ...lasts.map((last) => Number(last.id))];
  return bounds.map((after, at) => ({ after, to: bounds[at + 1] ?? Infinity }));
}
