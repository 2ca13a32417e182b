import { sql } from 'drizzle-orm';
import { rows, type Db } from '../database/database.ts';

/** Enough polls for another connection to start waiting for a lock; the embedded database has only one connection. */
const MAX_POLLS = 300;

/** Resolves when a connection waits for a lock in the database, or after many polls. */
export async function lockAwaited(db: Db): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const waiting = await rows(
      db,
      sql`select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
        union all select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (waiting.length > 0) return;
  }
}
