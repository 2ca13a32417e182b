import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import type { Database, OpenDatabase } from './database.ts';

/** A hung backend ignores statement_timeout, so the client gives up by itself too. */
const QUERY_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 3_000;
const RECONNECT_MS = 1_000;
/** Any fixed number, another than the migrations': it names the lock that starting processes queue for. */
const START_LOCK = 4_400_002;

/** Opens a PostgreSQL database by its URL. The pool heals by itself; LISTEN reconnects and reports what it may have missed. */
export function openPostgres(url: string, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 30_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  return {
    kind: 'postgresql',
    db: drizzle(pool) as unknown as Database,
    exec: async (sql) => void (await pool.query(sql)),
    listen: (channel, onPayload) => listen(url, channel, onPayload, log),
    bossDb: { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) },
    exclusively: (work) => exclusively(url, work),
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}

/** Holds a lock on a connection without time limits, since the process before may be importing a large fleet. */
async function exclusively<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  // A lost connection gives the lock back; the work itself then fails or ends by its own means.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Listens on its own connection. After a lost connection it calls back with an empty payload: something may be missed. */
async function listen(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  log: Log,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
    next.on('notification', (message) => onPayload(message.payload ?? ''));
    next.on('error', (error) => {
      log.warn({ err: error }, 'the listening connection broke');
      void next.end().catch(() => undefined);
      if (client === next) retry();
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const retry = (): void => {
    client = null;
    if (stopped) return;
    timer = setTimeout(() => {
      connect().then(
        () => onPayload(''),
        () => retry(),
      );
    }, RECONNECT_MS);
  };
  await connect().catch((error: unknown) => {
    log.warn({ err: error }, 'the database does not answer yet');
    retry();
  });
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await client?.end();
  };
}
