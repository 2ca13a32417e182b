import { type ExtractTablesWithRelations, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { ConstructorOptions } from 'pg-boss';
import { causesOf, errorCode } from '../errors.ts';
import type { PoolState } from './postgres/connection-pool.ts';
import type { Listener } from './postgres/listener.ts';

/** Builds a JSON object from named columns or expressions, for nested lists. */
export function jsonObject<Row>(fields: { [Key in keyof Row]: SQL | { getSQL(): SQL } }): SQL<Row> {
  const pairs = Object.entries(fields).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value as SQL}`);
  return sql<Row>`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/**
 * A subquery that yields a JSON list, empty instead of null.
 * @param from everything after FROM
 */
export function jsonList<Row>(row: SQL<Row>, from: SQL, orderBy?: SQL): SQL<Row[]> {
  const order = orderBy ? sql` order by ${orderBy}` : sql``;
  return sql<Row[]>`(select coalesce(json_agg(${row}${order}), '[]'::json) from ${from})`;
}

type NoSchema = Record<string, never>;

/** The database as seen by features: Drizzle over PGlite or PostgreSQL, with the same tables and SQL on both. */
export type Database = PgDatabase<PgQueryResultHKT, NoSchema>;
export type Transaction = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;
/** Parameter type of query functions, which work inside and outside a transaction. */
export type Db = Database | Transaction;

/** An open database, including the operations only the platform uses. */
export interface OpenDatabase {
  kind: 'embedded' | 'postgresql';
  db: Database;
  /** Runs a script of several statements, for migrations. */
  exec(sql: string): Promise<void>;
  /** Calls back for every NOTIFY on the channel until stopped; an empty payload means that some may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<Listener>;
  /** The connection for the job queue. */
  bossDb: NonNullable<ConstructorOptions['db']>;
  /** Runs the work under an installation-wide lock, so that concurrent starts do not create the same objects twice. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs background work on a separate pool with long statement timeouts. */
  withLongTimeouts<T>(work: () => Promise<T>): Promise<T>;
  /** Connection statistics by pool; empty for the embedded database. */
  pools(): Record<string, PoolState>;
  /** Holds this process's lock on a dedicated session until released, so that other processes notice when it ends. */
  hold(number: number): Promise<() => Promise<void>>;
  /** Runs a trivial query. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const closings = new WeakMap<Transaction, SQL>();

/**
 * Hands the last statement of a transaction to the driver, which sends it together with the commit, so that a row that it locks is released
 * without another round trip. Its result is discarded, so it must fail by itself when nothing may be committed.
 */
export const setClosingStatement = (tx: Transaction, statement: SQL): void => void closings.set(tx, statement);

/** The statement passed to `setClosingStatement`. */
export const closingStatementOf = (tx: Transaction): SQL | undefined => closings.get(tx);

/** Rows of a raw statement. The driver returns `{ rows }`, which Drizzle's common type does not declare. */
export async function rows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

/** True for a PostgreSQL unique violation (also as the cause), optionally of the named constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => violates(error, '23505', constraint);

/** True if a row is still referred to, or refers to one that is gone. */
export const isForeignKeyViolation = (error: unknown): boolean => violates(error, '23503');

function violates(error: unknown, code: string, constraint?: string): boolean {
  const found = causesOf(error).find((one) => errorCode(one) === code) as { constraint?: string } | undefined;
  return found !== undefined && (constraint === undefined || found.constraint === constraint);
}

/** Builds a value once per database: a prepared statement, or a cache. Tests open several databases. */
export function perDatabase<Value>(build: (db: Database) => Value): (db: Database) => Value {
  const built = new WeakMap<Database, Value>();
  return (db) => {
    let value = built.get(db);
    if (value === undefined) built.set(db, (value = build(db)));
    return value;
  };
}

/** Lengths of prepared lists. A shorter list is padded with its first key; all longer ones share one statement. */
const LIST_LENGTHS = [1, 8];

/**
 * Prepares a statement for lists of keys. PostgreSQL expects 10 keys in `= any($1)` and therefore replans shorter lists at each
 * execution, which takes longer than the execution itself; lists of a fixed length keep one plan.
 * @param build prepares the statement with this condition; its name ends with the suffix
 */
export function preparedForKeys<Row>(
  build: (
    isAmong: (column: SQLWrapper) => SQL,
    suffix: string,
  ) => { execute(values: Record<string, unknown>): Promise<Row[]> },
): (keys: readonly (string | number)[], values?: Record<string, unknown>) => Promise<Row[]> {
  const fixed = LIST_LENGTHS.map((length) => {
    const places = Array.from({ length }, (_, place) => `key_${place}`);
    const list = sql.join(
      places.map((place) => sql.placeholder(place)),
      sql`, `,
    );
    return { places, statement: build((column) => sql`${column} in (${list})`, `_${length}`) };
  });
  const any = build((column) => sql`${column} = any(${sql.placeholder('keys')})`, '');
  return async (keys, values = {}) => {
    if (keys.length === 0) return [];
    const fitting = fixed.find(({ places }) => keys.length <= places.length);
    if (!fitting) return any.execute({ ...values, keys });
    const filled = fitting.places.map((place, at): [string, unknown] => [place, keys[at] ?? keys[0]]);
    return fitting.statement.execute({ ...values, ...Object.fromEntries(filled) });
  };
}
