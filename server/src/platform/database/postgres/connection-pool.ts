import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { DatabaseDown, toDatabaseError } from './database-down.ts';
import type { Transaction } from '../database.ts';
import type { LivenessCheck } from './liveness.ts';
import { runTransaction, sessionOn, streamOf, type Session, type Statement } from './session.ts';

/** Time limits of a pool. */
export interface Limits {
  connections: number;
  /** For checking out a connection, idle or new. */
  checkoutMs: number;
  /** For a statement. */
  statementMs: number;
}

/** Statistics of a pool. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** A PostgreSQL connection pool. Broken connections are replaced, and nobody waits longer than the limits. */
export interface ConnectionPool {
  /** As `Client.query`; each statement may use a different connection. */
  query: pg.Client['query'];
  /** Runs a script, which may leave an open transaction when it fails. */
  script(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** Runs the work in a transaction. @throws OutcomeUnknown when the connection broke while it was committed */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
  state(): PoolState;
  close(): Promise<void>;
}

const IDLE_IN_TRANSACTION_MS = 30_000;
const SERVER_FIRST_MS = 200;
const KEEP_ALIVE_MS = 10_000;

/** A checked-out connection. */
interface Checkout extends Session {
  /** Returns the connection to the pool; one that is suspect or in the middle of a transaction is closed instead. */
  release(): void;
}

/** @param liveness checked before a caller has to wait; null for background work */
export function createConnectionPool(
  url: string,
  limits: Limits,
  log: Log,
  liveness: LivenessCheck | null,
): ConnectionPool {
  const pool = openPool(url, limits);
  /** The value of `liveness.timeouts()` when each connection was opened. */
  const made = new WeakMap<pg.PoolClient, number>();
  const timeouts = (): number => liveness?.timeouts() ?? 0;
  pool.on('connect', (client) => {
    made.set(client, timeouts());
    // The pool handles errors of idle connections only: without this handler one that breaks while checked out would end the process.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  });
  // Already logged by the handler of the connection.
  pool.on('error', () => undefined);

  async function checkOut(): Promise<Checkout> {
    await liveness?.waitForResponse();
    for (;;) {
      const client = await connect();
      if (made.get(client) === timeouts()) return checkoutOf(client, liveness);
      destroy(client);
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      const known = toDatabaseError(error);
      if (known instanceof DatabaseDown) liveness?.reportTimeout();
      throw known;
    }
  }

  async function withOne<T>(work: (checkout: Checkout) => Promise<T>): Promise<T> {
    const checkout = await checkOut();
    try {
      return await work(checkout);
    } finally {
      checkout.release();
    }
  }

  return {
    query: ((...args: Parameters<Statement>) => withOne((checkout) => checkout.query(...args))) as pg.Client['query'],
    script: (text, values) =>
      withOne(async (checkout) => {
        try {
          return await checkout.query(text, values);
        } catch (error) {
          checkout.invalidate();
          throw error;
        }
      }),
    transaction: (work, config) => withOne((checkout) => runTransaction(checkout, work, config)),
    state: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

function openPool(url: string, limits: Limits): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.checkoutMs,
    query_timeout: limits.statementMs,
    // The server-side timeout fires first: its error leaves the connection usable.
    statement_timeout: limits.statementMs - SERVER_FIRST_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // JIT compilation of a statement takes up to 2 s once a large fleet makes the planner estimate high costs (0107).
    options: '-c jit=off',
    // Statements do not wait for the previous response: the last one of a transaction is sent together with its commit.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
}

function checkoutOf(client: pg.PoolClient, liveness: LivenessCheck | null): Checkout {
  const session = sessionOn(client, () => liveness?.reportTimeout());
  return {
    ...session,
    release() {
      if (session.usable()) client.release();
      else destroy(client);
    },
  };
}

/** Closes a connection without a goodbye message, which would hang on a silent database. */
function destroy(client: pg.PoolClient): void {
  client.release(true);
  streamOf(client).destroy();
}
