import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { createConnectionPool, type ConnectionPool, type Limits } from './connection-pool.ts';
import { toDatabaseError } from './database-down.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { startListener } from './listener.ts';
import { createLivenessCheck } from './liveness.ts';
import { holdSessionLock } from './session-lock.ts';
import { createAdmissionQueue } from '../admission-queue.ts';

/** Interactive requests: without a response by then they fail with 503, within 3.5 s including the wait for a connection. */
const QUICK: Limits = { connections: 16, checkoutMs: 1_200, statementMs: 2_300 };
/** Writers wait for each other, for a row or for the head of the audit chain. The rest of the pool stays available to readers. */
const WRITING_SHARE = 0.6;
const MAX_QUEUE_MS = 8_000;
/** Jobs, start-up, imports and vacuum. */
const BACKGROUND: Limits = { connections: 4, checkoutMs: 15_000, statementMs: 60_000 };
const CONNECT_TIMEOUT_MS = 3_000;
/** Arbitrary constant, distinct from the migrations': the advisory lock that starting processes queue for. */
const START_LOCK = 4_400_002;

/**
 * Opens a PostgreSQL database by its URL. The pools recover by themselves; the listener reconnects and reports that it may have missed
 * notifications.
 * @param limits overrides for tests
 */
export function openPostgres(url: string, log: Log, limits: { quick?: Limits } = {}): OpenDatabase {
  const liveness = createLivenessCheck(() => probe(url));
  const { quick: quickLimits = QUICK } = limits;
  const quick = createConnectionPool(url, quickLimits, log, liveness);
  const maxConcurrent = Math.floor(quickLimits.connections * WRITING_SHARE);
  const writers = createAdmissionQueue({ maxConcurrent, maxWaitMs: MAX_QUEUE_MS });
  const background = createConnectionPool(url, BACKGROUND, log, null);
  const isBackground = new AsyncLocalStorage<true>();
  const query = ((...args: Parameters<pg.Client['query']>) =>
    (isBackground.getStore() ? background : quick).query(...args)) as pg.Client['query'];
  const db = drizzle({ client: { query } as unknown as pg.Client }) as unknown as Database;
  db.transaction = ((...args: Parameters<ConnectionPool['transaction']>) =>
    isBackground.getStore()
      ? background.transaction(...args)
      : writers.run('', () => quick.transaction(...args))) as Database['transaction'];
  return {
    kind: 'postgresql',
    db,
    exec: async (sql) => void (await background.script(sql)),
    listen: (channel, onPayload) => startListener({ url, channel, onPayload, log }),
    bossDb: {
      executeSql: (text: string, values?: unknown[]) => background.script(text, values),
      async listen(channel: string, onJob: (queue: string) => void, onMissed: () => void) {
        const onPayload = (queue: string) => (queue === '' ? onMissed() : onJob(queue));
        const listener = await startListener({ url, channel, onPayload, log });
        return { close: () => listener.stop() };
      },
    },
    exclusively: (work) => exclusively(url, work),
    hold: (number) => holdSessionLock(url, number, log),
    withLongTimeouts: (work) => isBackground.run(true, work),
    pools: () => ({ quick: quick.state(), patient: background.state() }),
    ping: async () => void (await quick.query('select 1')),
    async close() {
      liveness.stop();
      await Promise.all([quick.close(), background.close()]);
    },
  };
}

/** Uses a dedicated connection: those of the pool may be the broken ones. */
async function probe(url: string): Promise<void> {
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

/** Holds the lock on a connection without time limits, since another process may be importing a large fleet. */
async function exclusively<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  // Losing the connection releases the lock; the work itself then fails or finishes on its own.
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
