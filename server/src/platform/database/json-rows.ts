import { sql, type SQL } from 'drizzle-orm';

/** Builds a JSON object from named columns or expressions, for a part of a row that is a list. */
export function jsonObject<Row>(fields: { [Key in keyof Row]: SQL | { getSQL(): SQL } }): SQL<Row> {
  const pairs = Object.entries(fields).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value as SQL}`);
  return sql<Row>`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/** A subquery that answers a JSON list; an empty one instead of null. @param from what stands after the FROM, up to its end. */
export function jsonList<Row>(row: SQL<Row>, from: SQL, orderBy?: SQL): SQL<Row[]> {
  const order = orderBy ? sql` order by ${orderBy}` : sql``;
  return sql<Row[]>`(select coalesce(json_agg(${row}${order}), '[]'::json) from ${from})`;
}
