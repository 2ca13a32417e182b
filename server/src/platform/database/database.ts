import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm';
import type { ConstructorOptions } from 'pg-boss';
import type { PoolState } from './connection-pool.ts';
import type { Listener } from './listener.ts';

type NoSchema = Record<string, never>;

/** The database as features see it: Drizzle over PGlite or PostgreSQL, the same tables and SQL on both. */
export type Database = PgDatabase<PgQueryResultHKT, NoSchema>;
/** A running transaction. */
export type Transaction = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;
/** What a query function takes: works inside and outside a transaction. */
export type Db = Database | Transaction;

/** An open database with what only the platform needs. */
export interface OpenDatabase {
  kind: 'embedded' | 'postgresql';
  db: Database;
  /** Runs a script of several statements, for migrations. */
  exec(sql: string): Promise<void>;
  /** Calls back for every NOTIFY on the channel until it is stopped; with an empty payload when some may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<Listener>;
  /** The connection for the job queue. */
  bossDb: NonNullable<ConstructorOptions['db']>;
  /** Runs the work while no other process of the installation runs its own: starts that would create the same things queue here. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work that nobody waits for at a screen: on connections of its own, whose statements may take long. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
  /** How the connections are, by pool; none when it is embedded. */
  pools(): Record<string, PoolState>;
  /** Holds the lock of this process on a session of its own, so that others see when it has ended, until it is given back. */
  hold(number: number): Promise<() => Promise<void>>;
  /** Resolves when a trivial query answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Rows of a hand-written statement; both drivers answer `{ rows }`, which Drizzle's common type does not say. */
export async function rows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/** True when the error (or its cause) is PostgreSQL's unique violation, of the named constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const facts = at as { code?: string; constraint?: string };
    if (facts.code === '23505') return constraint === undefined || facts.constraint === constraint;
  }
  return false;
}
