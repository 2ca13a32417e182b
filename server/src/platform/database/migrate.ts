import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { rows, type Database, type Db, type Transaction } from './database.ts';
import { pipelined } from './transaction.ts';

interface Migration {
  tag: string;
  statements: string[];
  checksum: string;
}

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Arbitrary constant: the advisory lock that starting processes queue for. */
const LOCK = 4_400_001;

/** The migrations of this program, in order. */
export function readMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(`${FOLDER}meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] };
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(`${FOLDER}${tag}.sql`, 'utf8');
    return { tag, statements: text.split('--> statement-breakpoint'), checksum: hash('sha256', text) };
  });
}

interface MigrateOptions {
  migrations?: Migration[];
  /** Runs in the same transaction, even when there was nothing to apply. */
  afterwards?: (db: Transaction) => Promise<void>;
}

/**
 * Brings the schema up to date: one process at a time (advisory lock) and in one transaction, so that a crash leaves the old schema.
 * Refuses a database whose schema is newer than this program, or whose applied migrations were edited.
 */
export async function migrate(
  db: Database,
  { migrations = readMigrations(), afterwards }: MigrateOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.execute(
      sql`create table if not exists schema_migrations (tag text primary key, position integer not null unique, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const applied = await readApplied(tx);
    refuseForeign(applied, migrations);
    const missing = [...migrations.entries()].slice(applied.length);
    await pipelined(...missing.flatMap(([position, migration]) => apply(tx, migration, position)));
    await afterwards?.(tx);
  });
}

/**
 * Whether all migrations are applied, for a role that may only read them; also false while it may not read them.
 * @throws like `migrate`
 */
export async function isSchemaCurrent(db: Database): Promise<boolean> {
  const [table] = await rows<{ readable: boolean }>(
    db,
    sql`select has_table_privilege(oid, 'SELECT') as readable from pg_class where oid = to_regclass('public.schema_migrations')`,
  );
  if (table?.readable !== true) return false;
  const [applied, known] = [await readApplied(db), readMigrations()];
  refuseForeign(applied, known);
  return applied.length === known.length;
}

type Applied = Pick<Migration, 'tag' | 'checksum'>;
const readApplied = (db: Db): Promise<Applied[]> =>
  rows<Applied>(db, sql`select tag, checksum from schema_migrations order by position`);

function refuseForeign(applied: Applied[], known: Migration[]): void {
  if (applied.length > known.length) {
    throw new Error(
      `The database schema is newer than this program: it has ${applied.length} migrations, this program knows ${known.length}. Start the newer version.`,
    );
  }
  for (const [position, row] of applied.entries()) {
    const expected = known[position];
    if (expected?.tag !== row.tag || expected.checksum !== row.checksum) {
      throw new Error(
        `Migration ${row.tag} of the database is not the one in this program. Restore server/migrations from version control.`,
      );
    }
  }
}

const apply = (tx: Transaction, { tag, statements, checksum }: Migration, position: number) => [
  ...statements.map((statement) => tx.execute(sql.raw(statement))),
  tx.execute(sql`insert into schema_migrations (tag, position, checksum) values (${tag}, ${position}, ${checksum})`),
];
