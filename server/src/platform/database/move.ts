import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../errors.ts';
import { rows, type Db, type OpenDatabase, type Transaction } from './database.ts';
import { migrate } from './migrate.ts';

/** What was copied. */
export interface Moved {
  tables: number;
  rows: number;
}

interface MoveOptions {
  /** Called after each table. */
  onTable: (name: string, copied: number) => void;
  /** Checks the copy before it is committed; describes its first fault. */
  faultOf: (copy: Transaction) => Promise<string | null>;
}

const FETCHED_ROWS = 2_000;

/**
 * Copies a database into an empty one in a single transaction: all rows with their ids, sequences, waiting jobs and the schemas of
 * tenants' databases. Both have the job queue of this program. The caller ensures that nobody writes to the source.
 * @throws AppError('refused') if the target has tables, or with the fault of the copy; nothing is copied then
 */
export async function moveDatabase(
  source: OpenDatabase,
  target: OpenDatabase,
  { onTable, faultOf }: MoveOptions,
): Promise<Moved> {
  await migrate(source.db);
  return target.withLongTimeouts(() =>
    source.db.transaction((from) =>
      target.db.transaction(async (to) => {
        await requireEmpty(to);
        await migrate(to);
        // The copy includes the fleet's history, which inserting the rows would otherwise record again.
        await to.execute(sql`select set_config('console.history', 'off', true)`);
        const tables = await tablesInOrder(from);
        // Migrations fill some tables, whose rows are part of the copy.
        for (const table of tables.toReversed()) await to.execute(sql`delete from ${publicTable(table)}`);
        let copied = 0;
        for (const table of tables) {
          const count = await copyTable(from, to, publicTable(table));
          copied += count;
          onTable(table, count);
        }
        await copySequences(from, to);
        const queues = sql`"jobs"."queue"`;
        await copyTable(from, to, queues, { onConflict: sql` on conflict do nothing` });
        const jobs = await copyTable(from, to, sql`"jobs"."job"`, { where: sql` where state < 'completed'` });
        onTable('jobs', jobs);
        await copyTenantSchemas(from, to);
        const fault = await faultOf(to);
        if (fault !== null) throw new AppError('refused', `Nothing was moved: ${fault}`);
        return { tables: tables.length, rows: copied + jobs };
      }),
    ),
  );
}

const publicTable = (name: string): SQL => sql`"public".${sql.identifier(name)}`;

/** Rejects a target with tables of its own or jobs; its job queue need not exist yet. @throws AppError('refused') */
export async function requireEmpty(to: Db): Promise<void> {
  const found = await rows<{ name: string }>(
    to,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  if (found.length > 0)
    throw new AppError(
      'refused',
      `The target is not empty: it has the table ${found[0]?.name}. Create a new database for the move.`,
    );
  const [queue] = await rows(to, sql`select where to_regclass('jobs.job') is not null`);
  const [job] = queue ? await rows(to, sql`select from "jobs"."job" limit 1`) : [];
  if (job)
    throw new AppError(
      'refused',
      'The target is not empty: its job queue has jobs. Create a new database for the move.',
    );
}

/** The tables of the console, each after those it refers to. */
async function tablesInOrder(db: Db): Promise<string[]> {
  const all = await rows<{ name: string; needs: string[] }>(
    db,
    sql`
      select c.relname as name, coalesce((
        select json_agg(distinct f.relname) from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]'::json) as needs
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
      order by 1`,
  );
  const ordered = new Set<string>();
  while (ordered.size < all.length) {
    const free = all.filter(({ name, needs }) => !ordered.has(name) && needs.every((one) => ordered.has(one)));
    if (free.length === 0) throw new Error('The tables refer to each other in a cycle.');
    for (const { name } of free) ordered.add(name);
  }
  return [...ordered];
}

/** Copies rows as JSON text, which keeps every type and microsecond: the text is never parsed in between. */
async function copyTable(
  from: Transaction,
  to: Transaction,
  table: SQL,
  { where = sql``, onConflict = sql`` }: { where?: SQL; onConflict?: SQL } = {},
): Promise<number> {
  let copied = 0;
  await from.execute(sql`declare moved cursor for select row_to_json(one)::text as row from ${table} one${where}`);
  for (;;) {
    const found = await rows<{ row: string }>(from, sql`fetch ${sql.raw(String(FETCHED_ROWS))} from moved`);
    if (found.length === 0) break;
    const list = `[${found.map(({ row }) => row).join(',')}]`;
    await to.execute(
      sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${list}::json)${onConflict}`,
    );
    copied += found.length;
  }
  await from.execute(sql`close moved`);
  return copied;
}

async function copySequences(from: Transaction, to: Transaction): Promise<void> {
  const names = await rows<{ name: string }>(
    from,
    sql`select sequencename as name from pg_sequences where schemaname = 'public'`,
  );
  for (const { name } of names) {
    const sequence = sql`"public".${sql.identifier(name)}`;
    const [state] = await rows<{ last: string; called: boolean }>(
      from,
      sql`select last_value::text as last, is_called as called from ${sequence}`,
    );
    await to.execute(
      sql`select setval(${`public."${name}"`}::regclass, ${state?.last}::bigint, ${state?.called}::boolean)`,
    );
  }
}

/** Copies the tenants' databases of the embedded console: schemas without tables, whose comments record the servers they represent. */
async function copyTenantSchemas(from: Transaction, to: Transaction): Promise<void> {
  const found = await rows<{ name: string; comment: string }>(
    from,
    sql`
      select nspname as name, coalesce(quote_literal(obj_description(oid, 'pg_namespace')), 'null') as comment
      from pg_namespace where nspname like 'tenant\\_%' order by nspname`,
  );
  for (const { name, comment } of found) {
    await to.execute(sql`create schema ${sql.identifier(name)}`);
    await to.execute(sql`comment on schema ${sql.identifier(name)} is ${sql.raw(comment)}`);
  }
}
