import type { Socket } from 'node:net';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { DatabaseDown, OutcomeUnknown, toDatabaseError } from './database-down.ts';
import type { Transaction } from './database.ts';
import type { Pulse } from './pulse.ts';

/** How long somebody waits for the database. */
export interface Limits {
  connections: number;
  /** For a connection: a free one, or a new one. */
  checkoutMs: number;
  /** For the answer to a statement. */
  statementMs: number;
}

/** How the connections of a pool are. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** Connections to a PostgreSQL. Whatever happens to one of them, it comes back or is replaced, and nobody waits longer than the limits. */
export interface ConnectionPool {
  /** As `Client.query`, each statement on any connection. */
  query: pg.Client['query'];
  /** A script, which may leave a transaction behind when it fails. */
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

type Statement = (...args: unknown[]) => Promise<pg.QueryResult>;

/** A connection in somebody's hands. */
interface Lent {
  query: Statement;
  /** Gives it back; one that is in doubt, or in the middle of something, is ended instead. */
  giveBack(): void;
  /** Its state is not known: it is not to be used again. */
  spoil(): void;
  usable(): boolean;
}

/** @param pulse asked before somebody is made to wait; null for those who have time */
export function createConnectionPool(url: string, limits: Limits, log: Log, pulse: Pulse | null): ConnectionPool {
  const pool = openPool(url, limits);
  /** The doubts there had been when each was made. */
  const made = new WeakMap<pg.PoolClient, number>();
  const doubts = (): number => pulse?.doubts() ?? 0;
  pool.on('connect', (client) => {
    made.set(client, doubts());
    // The pool listens to idle ones alone: without this one that breaks while it is lent would end the process.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  });
  // Already said by the connection itself.
  pool.on('error', () => undefined);

  async function checkOut(): Promise<Lent> {
    await pulse?.expectAnswer();
    for (;;) {
      const client = await connect();
      if (made.get(client) === doubts()) return lend(client, pulse);
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

  async function withOne<T>(work: (lent: Lent) => Promise<T>): Promise<T> {
    const lent = await checkOut();
    try {
      return await work(lent);
    } finally {
      lent.giveBack();
    }
  }

  return {
    query: ((...args: unknown[]) => withOne((lent) => lent.query(...args))) as pg.Client['query'],
    script: (text, values) =>
      withOne(async (lent) => {
        try {
          return await lent.query(text, values);
        } catch (error) {
          lent.spoil();
          throw error;
        }
      }),
    transaction: (work, config) => withOne((lent) => inLent(lent, work, config)),
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
    // The server's own limit comes first: its refusal leaves the connection whole.
    statement_timeout: limits.statementMs - SERVER_FIRST_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
}

function lend(client: pg.PoolClient, pulse: Pulse | null): Lent {
  let spoilt = false;
  return {
    async query(...args) {
      try {
        return await (client.query as Statement).apply(client, args);
      } catch (error) {
        const known = toDatabaseError(error);
        if (known instanceof DatabaseDown && !isRefusal(known.cause)) {
          spoilt = true;
          if (!(known.cause instanceof pg.DatabaseError)) pulse?.doubt();
        }
        throw known;
      }
    },
    giveBack() {
      if (spoilt) destroy(client);
      else client.release();
    },
    spoil: () => void (spoilt = true),
    usable: () => !spoilt,
  };
}

/** An ERROR is an answer about one statement, after which the connection goes on; a FATAL is its end. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR';

/** Ends a connection without a farewell, which a silent database would never answer. */
function destroy(client: pg.PoolClient): void {
  client.release(true);
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

async function inLent<T>(
  lent: Lent,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const session = new NodePgSession(lent as unknown as pg.PoolClient, dialect, undefined);
  const tx = new NodePgTransaction(dialect, session, undefined);
  await lent.query('begin');
  let result: T;
  try {
    if (config) await tx.setTransaction(config);
    result = await work(tx as unknown as Transaction);
  } catch (error) {
    await rollBack(lent);
    throw error;
  }
  await commit(lent);
  return result;
}

/** The failure that led to it is the one that is told. */
async function rollBack(lent: Lent): Promise<void> {
  if (!lent.usable()) return;
  try {
    await lent.query('rollback');
  } catch {
    lent.spoil();
  }
}

async function commit(lent: Lent): Promise<void> {
  let command: string;
  try {
    ({ command } = await lent.query('commit'));
  } catch (error) {
    const cause = error instanceof DatabaseDown ? error.cause : error;
    // Refused: nothing was committed. All else leaves it open.
    if (isRefusal(cause)) {
      await rollBack(lent);
      throw error;
    }
    lent.spoil();
    throw new OutcomeUnknown('The connection broke during a commit.', { cause: error });
  }
  // What was broken by a failure that nobody passed on ends so without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was not committed, because a statement in it had failed.');
}
