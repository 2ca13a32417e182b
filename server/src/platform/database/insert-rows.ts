import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { rows, type Db } from './database.ts';

/** Rows per statement, which keeps the parameter within a few megabytes. */
const CHUNK = 1000;

/**
 * Inserts rows with one JSON parameter per statement: one parameter per value makes large inserts several times slower.
 * @param values a property that no row has gets the default of its column, one that only some have is null in the others; no bytea
 * @param ending follows the rows: ON CONFLICT, RETURNING
 * @returns what the statement returns, as the driver reads it
 */
export async function insertRows<T extends PgTable, Made = unknown>(
  db: Db,
  table: T,
  values: readonly T['$inferInsert'][],
  ending: SQL = sql``,
): Promise<Made[]> {
  if (values.length === 0) return [];
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => values.some((row) => key in row));
  const names = list(columns.map(([, column]) => sql.identifier(column.name)));
  const keys = list(columns.map(([key]) => sql.identifier(key)));
  const definitions = list(columns.map(([key, column]) => sql`${sql.identifier(key)} ${sql.raw(typeOf(column))}`));
  const made: Made[] = [];
  for (let at = 0; at < values.length; at += CHUNK) {
    const part = sql`json_to_recordset(${storableJson(values.slice(at, at + CHUNK))}::json) as given (${definitions})`;
    const found = await rows<Made>(db, sql`insert into ${table} (${names}) select ${keys} from ${part} ${ending}`);
    for (const row of found) made.push(row);
  }
  return made;
}

/** ON CONFLICT for rows with a known primary key: these columns get the new values. */
export function orUpdate<T extends PgTable>(table: T, ...columns: (keyof T['$inferInsert'] & string)[]): SQL {
  const all = getTableColumns(table);
  const config = getTableConfig(table);
  const key = config.primaryKeys[0]?.columns ?? config.columns.filter(({ primary }) => primary);
  const set = columns.map((name) => {
    const column = sql.identifier((all[name] as PgColumn).name);
    return sql`${column} = excluded.${column}`;
  });
  return sql`on conflict (${list(key.map(({ name }) => sql.identifier(name)))}) do update set ${list(set)}`;
}

const list = (parts: Parameters<typeof sql.join>[0]): SQL => sql.join(parts, sql`, `);

const typeOf = (column: PgColumn): string => column.getSQLType().replace('serial', 'int');

/** PostgreSQL replaces lone surrogates in text parameters by U+FFFD, but rejects JSON with them; so they are replaced here. */
function storableJson(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:\\|ud[0-9a-f]{3})/g, (escape) => (escape === '\\\\' ? escape : '\uFFFD'));
}
