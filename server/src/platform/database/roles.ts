import { sql } from 'drizzle-orm';
import type { Log } from '../log/log.ts';
import { rows, type Database, type OpenDatabase, type Transaction } from './database.ts';
import { isSchemaCurrent, migrate } from './migrate.ts';
import { DatabaseDown } from './postgres/database-down.ts';
import { openPostgres } from './postgres/postgres.ts';

/** Tables on which the running console has fewer privileges than reading and writing rows. */
const NARROW = {
  audit_events: 'select, insert',
  audit_head: 'select, update',
  audit_removals: 'select',
  schema_migrations: 'select',
} as const;

/** The schema is older than this program, and this process may not change it: only one with DATABASE_OWNER_URL may. */
export class SchemaBehind extends DatabaseDown {
  override readonly name = 'SchemaBehind';
}

/**
 * Brings the schema up to date, as its owner if an address is given (0097). Without one, a process whose role does not own the schema
 * only checks that it is current.
 * @returns a warning when the running role could change the audit log
 * @throws an Error when it could although the owner is another role; DatabaseDown while the schema is not current
 */
export async function prepareSchema(open: OpenDatabase, owner: string | undefined, log: Log): Promise<string | null> {
  if (open.kind === 'embedded') {
    await migrate(open.db);
    return null;
  }
  if (owner !== undefined) await migrateAsOwner(open, owner, log);
  else if (await mayMigrate(open.db)) await open.withLongTimeouts(() => migrate(open.db));
  else if (!(await isSchemaCurrent(open.db)))
    throw new SchemaBehind('The schema is not current: start a process with DATABASE_OWNER_URL first.');
  const role = await roleThatMayForge(open.db);
  if (role === null) return null;
  const fault = `The database role ${role} could change the audit log`;
  if (owner !== undefined)
    throw new Error(`${fault}: DATABASE_URL needs a role that is neither a superuser nor a member of the owner.`);
  return `${fault}: give DATABASE_URL a role of its own and set DATABASE_OWNER_URL (docs/operating.md).`;
}

/** Runs work on the database as its owner, under long time limits; without an address as the running role. */
export async function asOwner<T>(
  open: OpenDatabase,
  address: string | undefined,
  log: Log,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (address === undefined) return open.withLongTimeouts(() => work(open.db));
  const owner = openPostgres(address, log);
  try {
    return await owner.withLongTimeouts(() => work(owner.db));
  } finally {
    await owner.close();
  }
}

async function migrateAsOwner(open: OpenDatabase, address: string, log: Log): Promise<void> {
  const role = await currentRole(open.db);
  await asOwner(open, address, log, async (db) => {
    if ((await currentRole(db)) === role)
      throw new Error(
        `DATABASE_URL and DATABASE_OWNER_URL have the same role ${role}: the running console needs its own.`,
      );
    await migrate(db, { afterwards: (tx) => grantTo(tx, role) });
  });
}

async function currentRole(db: Database): Promise<string> {
  const [found] = await rows<{ name: string }>(db, sql`select current_user::text as name`);
  return found?.name ?? '';
}

async function mayMigrate(db: Database): Promise<boolean> {
  const [table] = await rows<{ owns: boolean }>(
    db,
    sql`select pg_has_role(relowner, 'USAGE') as owns from pg_class where oid = to_regclass('public.schema_migrations')`,
  );
  if (table) return table.owns;
  const [schema] = await rows<{ may: boolean }>(db, sql`select has_schema_privilege('public', 'CREATE') as may`);
  return schema?.may ?? false;
}

/** Grants the running console its privileges, and ownership of what it creates itself: the schemas of jobs and tenants' databases. */
async function grantTo(db: Transaction, name: string): Promise<void> {
  const role = sql.identifier(name);
  const [database] = await rows<{ name: string }>(db, sql`select current_database() as name`);
  await db.execute(
    sql`grant connect, create, temporary on database ${sql.identifier(database?.name ?? '')} to ${role}`,
  );
  await db.execute(sql`grant usage on schema public to ${role}`);
  await db.execute(sql`grant select, insert, update, delete on all tables in schema public to ${role}`);
  // `update` allows `setval`, for rows with explicit ids; the ids of events come from their sequence only.
  await db.execute(sql`grant usage, select, update on all sequences in schema public to ${role}`);
  await db.execute(sql`revoke update on sequence audit_events_id_seq from ${role}`);
  for (const [table, rights] of Object.entries(NARROW)) {
    await db.execute(sql`revoke all on ${sql.identifier(table)} from public, ${role}`);
    await db.execute(sql`grant ${sql.raw(rights)} on ${sql.identifier(table)} to ${role}`);
  }
  await db.execute(sql`select set_config('console.role', ${name}, true)`);
  await db.execute(HAND_OVER);
}

/** Transfers ownership of the schemas created while the installation had one role. Sequences and indexes follow their tables. */
const HAND_OVER = sql`do $$
declare
  role text := current_setting('console.role');
  owner_id oid := (select oid from pg_roles where rolname = current_user);
  space record;
  part record;
begin
  for space in select oid, nspname from pg_namespace
    where nspowner = owner_id and nspname <> 'public' and nspname <> 'information_schema' and nspname not like 'pg\\_%'
  loop
    execute format('alter schema %I owner to %I', space.nspname, role);
    for part in select oid::regclass as name from pg_class
      where relnamespace = space.oid and relowner = owner_id and relkind in ('r', 'p', 'v', 'm')
    loop
      execute format('alter table %s owner to %I', part.name, role);
    end loop;
    for part in select oid::regprocedure as name from pg_proc where pronamespace = space.oid and proowner = owner_id
    loop
      execute format('alter routine %s owner to %I', part.name, role);
    end loop;
    for part in select oid::regtype as name from pg_type
      where typnamespace = space.oid and typowner = owner_id and typtype in ('e', 'd')
    loop
      execute format('alter type %s owner to %I', part.name, role);
    end loop;
  end loop;
end $$`;

/** The role of this connection if it could change, remove or replace events of the audit log. */
async function roleThatMayForge(db: Database): Promise<string | null> {
  const [found] = await rows<{ role: string }>(
    db,
    sql`select current_user::text as role from pg_class where oid = 'public.audit_events'::regclass
      and (has_table_privilege(oid, 'UPDATE') or has_any_column_privilege(oid, 'UPDATE') or has_table_privilege(oid, 'DELETE')
        or has_table_privilege(oid, 'TRUNCATE') or has_table_privilege(oid, 'TRIGGER') or pg_has_role(relowner, 'USAGE'))`,
  );
  return found?.role ?? null;
}
