import type { Socket } from 'node:net';
import type { SQL } from 'drizzle-orm';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { DatabaseDown, OutcomeUnknown, toDatabaseError } from './database-down.ts';
import { closingOf, type Transaction } from '../database.ts';
import type { Pulse } from './pulse.ts';
import { createStatementNames } from './statement-names.ts';

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
const dialect = new PgDialect();
/** For all pools of the process: they execute the same statements. */
const nameFrequent = createStatementNames();

type Statement = (...args: unknown[]) => Promise<pg.QueryResult>;

/** A checked-out connection. */
interface Checkout {
  query: Statement;
  /** Sends what the work queries at once in one packet. */
  together<T>(work: () => T): T;
  /** Returns the connection to the pool; one that is suspect or in the middle of a transaction is closed instead. */
  release(): void;
  /** Marks the connection as unusable, since its state is unknown. */
  invalidate(): void;
  usable(): boolean;
}

/** @param pulse checked before a caller has to wait; null for background work */
export function createConnectionPool(url: string, limits: Limits, log: Log, pulse: Pulse | null): ConnectionPool {
  const pool = openPool(url, limits);
  /** The value of `pulse.doubts()` when each connection was opened. */
  const made = new WeakMap<pg.PoolClient, number>();
  const doubts = (): number => pulse?.doubts() ?? 0;
  pool.on('connect', (client) => {
    made.set(client, doubts());
    // The pool handles errors of idle connections only: without this handler one that breaks while checked out would end the process.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  });
  // Already logged by the handler of the connection.
  pool.on('error', () => undefined);

  async function checkOut(): Promise<Checkout> {
    await pulse?.expectAnswer();
    for (;;) {
      const client = await connect();
      if (made.get(client) === doubts()) return checkoutOf(client, pulse);
      destroy(client);
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      const known = toDatabaseError(error);
      if (known instanceof DatabaseDown) pulse?.doubt();
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
    query: ((...args: unknown[]) => withOne((checkout) => checkout.query(...args))) as pg.Client['query'],
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
    // Compiling a statement takes up to 2 s once a large fleet makes the planner expect much of it (0107).
    options: '-c jit=off',
    // Statements are sent without waiting for the response before: a transaction's last one and its commit go together.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
}

function checkoutOf(client: pg.PoolClient, pulse: Pulse | null): Checkout {
  let broken = false;
  return {
    async query(...args) {
      try {
        return await (client.query as Statement).apply(client, args);
      } catch (error) {
        const known = toDatabaseError(error);
        if (known instanceof DatabaseDown && !isRefusal(known.cause)) {
          broken = true;
          if (!(known.cause instanceof pg.DatabaseError)) pulse?.doubt();
        }
        throw known;
      }
    },
    together(work) {
      const stream = streamOf(client);
      stream.cork();
      try {
        return work();
      } finally {
        process.nextTick(() => stream.uncork());
      }
    },
    release() {
      if (broken) destroy(client);
      else client.release();
    },
    invalidate: () => void (broken = true),
    usable: () => !broken,
  };
}

/** An ERROR concerns one statement and the connection survives it; a FATAL ends the connection. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR';

/** Closes a connection without a goodbye message, which would hang on a silent database. */
function destroy(client: pg.PoolClient): void {
  client.release(true);
  streamOf(client).destroy();
}

const streamOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

async function runTransaction<T>(
  checkout: Checkout,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const { begin, query } = beginningWith(checkout);
  const session = new NodePgSession({ ...checkout, query } as unknown as pg.PoolClient, dialect, undefined);
  const tx = new NodePgTransaction(dialect, session, undefined);
  let result: T;
  try {
    if (config) await tx.setTransaction(config);
    result = await work(tx as unknown as Transaction);
    await begin();
  } catch (error) {
    await rollBack(checkout);
    throw error;
  }
  await commit(checkout, closingOf(tx as unknown as Transaction));
  return result;
}

/**
 * Begins a transaction with its first statement. A read, mostly of the row to change, is sent in the packet of `begin`: if that is refused,
 * the read has run outside of a transaction and changed nothing. Any other statement waits for it.
 */
function beginningWith(checkout: Checkout): { begin: () => Promise<unknown>; query: Statement } {
  let beginning: Promise<unknown> | null = null;
  const begin = (): Promise<unknown> => (beginning ??= checkout.query('begin'));
  return {
    begin,
    async query(statement, values) {
      const named = nameFrequent(statement, values);
      if (beginning === null && isRead(statement)) {
        const [begun, first] = await checkout.together(() =>
          Promise.allSettled([begin(), checkout.query(named, values)]),
        );
        if (begun.status === 'rejected') throw begun.reason;
        if (first.status === 'rejected') throw first.reason;
        return first.value;
      }
      await begin();
      return checkout.query(named, values);
    },
  };
}

/** A read by Drizzle's builder, which quotes the first column; a `select` written by hand may call a function that changes something. */
const isRead = (statement: unknown): boolean =>
  (statement as Partial<pg.QueryConfig>).text?.startsWith('select "') ?? false;

/** Errors of the rollback itself are ignored: the original error is reported. */
async function rollBack(checkout: Checkout): Promise<void> {
  if (!checkout.usable()) return;
  try {
    await checkout.query('rollback');
  } catch {
    checkout.invalidate();
  }
}

/**
 * Commits, and sends the closing statement with it. PostgreSQL takes them in order: a closing statement that fails turns the commit into
 * a rollback.
 */
async function commit(checkout: Checkout, closing: SQL | undefined): Promise<void> {
  const [last, end] = await checkout.together(() =>
    Promise.allSettled([closing && checkout.query(toConfig(closing)), checkout.query('commit')]),
  );
  const failure = [last, end].find(({ status }) => status === 'rejected');
  if (failure) {
    const error = (failure as PromiseRejectedResult).reason as unknown;
    const cause = error instanceof DatabaseDown ? error.cause : error;
    // Refused by the server: nothing was committed. Any other error leaves the outcome unknown.
    if (isRefusal(cause)) {
      if (end.status === 'rejected') await rollBack(checkout);
      throw error;
    }
    checkout.invalidate();
    throw new OutcomeUnknown('The connection broke during a commit.', { cause: error });
  }
  // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a failed statement was swallowed.
  if (end.status === 'fulfilled' && end.value.command !== 'COMMIT')
    throw new Error('The transaction was not committed, because a statement in it had failed.');
}

function toConfig(statement: SQL): pg.QueryConfig {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  return nameFrequent({ text, values }, values);
}
