import { sql } from 'drizzle-orm';
import { rows, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { requireDatabaseName, type DatabaseServer, type TenantDatabases } from './port.ts';

const SERVER_NAME = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/;

/**
 * Tenants' databases as schemas of the console's own database. Every server is this one; the comment of a schema records which server it
 * represents.
 */
export function createEmbeddedDatabases(db: Database): TenantDatabases {
  let asking: Promise<number> | undefined;
  return {
    async create(server, name) {
      requireDatabaseName(name);
      const mark = markOf(server);
      await db.transaction(async (tx) => {
        // `if not exists` alone still fails on concurrent creation.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
        await tx.execute(sql`create schema if not exists ${sql.identifier(name)}`);
        await tx.execute(sql`comment on schema ${sql.identifier(name)} is ${sql.raw(`'${mark}'`)}`);
      });
    },
    async list(server) {
      const found = await rows<{ name: string }>(
        db,
        sql`select nspname as name from pg_namespace
            where nspname like 'tenant\\_%' and obj_description(oid, 'pg_namespace') = ${markOf(server)}
            order by nspname collate "C"`,
      );
      return found.map(({ name }) => name);
    },
    // Every server is this database: concurrent callers share one query, otherwise their queries would count each other.
    load: () => (asking ??= countActive(db).finally(() => (asking = undefined))),
  };
}

/** The embedded database runs one statement at a time: this one. */
async function countActive(db: Database): Promise<number> {
  const [row] = await rows<{ active: number }>(
    db,
    sql`select count(*)::int as active from pg_stat_activity
        where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`,
  );
  return row?.active ?? 0;
}

/** The comment is a literal, since the statement takes no parameters. */
function markOf({ name }: DatabaseServer): string {
  if (!SERVER_NAME.test(name)) throw new AppError('target_failed', 'The database server has no usable name.');
  return `mission-control ${name}`;
}
