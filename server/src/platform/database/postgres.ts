import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { createConnectionPool, type ConnectionPool, type Limits } from './connection-pool.ts';
import { toDatabaseError } from './database-down.ts';
import type { Database, OpenDatabase } from './database.ts';
import { startListener } from './listener.ts';
import { createPulse } from './pulse.ts';
import { holdSessionLock } from './session-lock.ts';
import { createWaitingLine } from './waiting-line.ts';

/** For people at their screens: what the database has not said by then is a 503, within 3.5 s with what may have to be waited for before. */
const QUICK: Limits = { connections: 16, checkoutMs: 2_300, statementMs: 2_300 };
/** Whoever changes something waits for others who do: for a row, or for the head of the audit chain. Some connections are always left to read with. */
const WRITING_SHARE = 0.6;
const LONGEST_LINE_MS = 8_000;
/** For jobs, the start, imports and the vacuum. */
const PATIENT: Limits = { connections: 4, checkoutMs: 15_000, statementMs: 60_000 };
const CONNECT_TIMEOUT_MS = 3_000;
/** Any fixed number, another than the migrations': it names the lock that starting processes queue for. */
const START_LOCK = 4_400_002;

/**
 * Opens a PostgreSQL database by its URL. The pools heal by themselves; what listens reconnects and reports what it may have missed.
 * @param limits other ones, for tests
 */
export function openPostgres(url: string, log: Log, limits: { quick?: Limits } = {}): OpenDatabase {
  const pulse = createPulse(() => ask(url));
  const { quick: quickLimits = QUICK } = limits;
  const quick = createConnectionPool(url, quickLimits, log, pulse);
  const places = Math.floor(quickLimits.connections * WRITING_SHARE);
  const writers = createWaitingLine({ places, longestMs: LONGEST_LINE_MS });
  const patient = createConnectionPool(url, PATIENT, log, null);
  const patience = new AsyncLocalStorage<true>();
  const query = ((...args: Parameters<pg.Client['query']>) =>
    (patience.getStore() ? patient : quick).query(...args)) as pg.Client['query'];
  const db = drizzle({ client: { query } as unknown as pg.Client }) as unknown as Database;
  db.transaction = ((...args: Parameters<ConnectionPool['transaction']>) =>
    patience.getStore()
      ? patient.transaction(...args)
      : writers.run('', () => quick.transaction(...args))) as Database['transaction'];
  return {
    kind: 'postgresql',
    db,
    exec: async (sql) => void (await patient.script(sql)),
    listen: (channel, onPayload) => startListener({ url, channel, onPayload, log }),
    bossDb: { executeSql: (text: string, values?: unknown[]) => patient.script(text, values) },
    exclusively: (work) => exclusively(url, work),
    hold: (number) => holdSessionLock(url, number, log),
    patiently: (work) => patience.run(true, work),
    pools: () => ({ quick: quick.state(), patient: patient.state() }),
    ping: async () => void (await quick.query('select 1')),
    async close() {
      pulse.stop();
      await Promise.all([quick.close(), patient.close()]);
    },
  };
}

/** On a connection of its own: those of the pool may be what is broken. */
async function ask(url: string): Promise<void> {
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Holds a lock on a connection without time limits, since the process before may be importing a large fleet. */
async function exclusively<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  // A lost connection gives the lock back; the work itself then fails or ends by its own means.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
  } catch (error) {
    await client.end();
    throw toDatabaseError(error);
  }
  try {
    return await work();
  } finally {
    await client.end();
  }
}
