import { and, gt, lte, max, type SQL, type SQLWrapper } from 'drizzle-orm';
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
 * @param size ids per range; the last one is open
 */
export async function idRanges(db: Db, id: PgColumn, size: number): Promise<IdRange[]> {
  const [last] = await db.select({ id: max(id) }).from(id.table);
  const count = Math.max(1, Math.ceil(Number(last?.id ?? 0) / size));
  return Array.from({ length: count }, (_, at) => ({
    after: at * size,
    to: at === count - 1 ? Infinity : (at + 1) * size,
  }));
}
