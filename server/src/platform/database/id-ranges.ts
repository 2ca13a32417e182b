import { and, gt, lte, max, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/**
 * Reads a whole table in ranges of ids, so that no response is large and other requests run in between.
 * @param id integer key of the table, above 0
 * @param size ids per statement
 * @param read reads the rows of a range; `within` is the condition on a column that contains the id
 */
export async function readInRanges<Row>(
  db: Db,
  id: PgColumn,
  size: number,
  read: (within: (column: Column) => SQL | undefined) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  const [last] = await db.select({ id: max(id) }).from(id.table);
  const found: Row[] = [];
  for (let from = 0; from < Number(last?.id ?? 0); from += size) {
    const part = await read((column) => and(gt(column, from), lte(column, from + size)));
    for (const row of part) found.push(row);
  }
  return found;
}
