import { sql } from 'drizzle-orm';
import type { Log } from '../../log/log.ts';
import { repeat } from '../../repeat.ts';
import { rows, type Database, type OpenDatabase } from '../database.ts';

const FIRST_MS = 10 * 60_000;
const EVERY_MS = 60 * 60_000;

/**
 * Frees the space of removed and replaced rows for new ones. PGlite has no autovacuum and counts no dead rows: without this its files would
 * only grow. Table by table, since other statements wait meanwhile.
 */
export async function vacuumTables(db: Database, log: Log, stopped: AbortSignal): Promise<void> {
  const tables = await rows<{ name: string }>(
    db,
    sql`select oid::regclass::text as name from pg_class where relkind = 'r'`,
  );
  for (const { name } of tables) {
    if (stopped.aborted) return;
    try {
      await db.execute(sql`vacuum (analyze) ${sql.raw(name)}`);
    } catch (error) {
      // Continue with the others; the next hour tries again.
      log.warn({ err: error, table: name }, 'failed to vacuum a table');
    }
  }
}

/** The database, vacuumed each hour until it is closed. */
export function vacuumedHourly(open: OpenDatabase, log: Log): OpenDatabase {
  const stop = new AbortController();
  const vacuuming = repeat(
    EVERY_MS,
    () => vacuumTables(open.db, log, stop.signal),
    (error) => log.warn({ err: error }, 'failed to vacuum the database'),
    FIRST_MS,
  );
  return {
    ...open,
    async close() {
      stop.abort();
      await vacuuming.stop();
      await open.close();
    },
  };
}
