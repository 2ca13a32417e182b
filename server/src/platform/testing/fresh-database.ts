import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Database, OpenDatabase } from '../database/database.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { openInMemory } from '../database/embedded/open-files.ts';
import { openPglite } from '../database/embedded/pglite.ts';
import { openPostgres } from '../database/postgres/postgres.ts';
import type { Log } from '../log/log.ts';

/** Caches migrated databases for later test files and runs: copying one takes a quarter of the time of creating it. */
const FOLDER = fileURLToPath(new URL('../../../../.cache/test-database/', import.meta.url));
/** Arbitrary constant: the advisory lock for creating the template. */
const LOCK = 4_400_002;

/** An empty database with the current schema: embedded, or a separate database on the server of TEST_DATABASE_URL. */
export async function openFreshDatabase(log: Log): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? openPostgres(await createOnServer(url, log), log) : openFreshEmbedded();
}

/** An empty embedded database in memory with the current schema, also with TEST_DATABASE_URL. */
export async function openFreshEmbedded(): Promise<OpenDatabase> {
  content ??= readFileSync(await embeddedTemplate());
  return openPglite(null, asBlob(content));
}

/** Content of the template, shared by all test files of this process. */
let content: Buffer<ArrayBuffer> | undefined;

/** A `Blob` copies its content twice, which takes longer than opening the database. */
const asBlob = ({ buffer, length: size }: Buffer<ArrayBuffer>): Blob =>
  ({ size, type: '', arrayBuffer: async () => buffer }) as Blob;

function schemaName(): string {
  const schema = createHash('sha256');
  for (const { checksum } of readMigrations()) schema.update(checksum);
  return schema.digest('hex').slice(0, 16);
}

/**
 * Puts an empty embedded database with the current schema into a DATA_DIR, for a console whose first start is not what is tested:
 * creating one takes seconds of processor time.
 */
export async function placeFreshEmbedded(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const input = readFileSync(await embeddedTemplate());
  execFileSync('tar', ['-xf', '-', '-C', folder], { input, stdio: 'pipe' });
}

/** The file with the template; another run may replace it. */
async function embeddedTemplate(): Promise<string> {
  const name = `${schemaName()}.tar`;
  if (!existsSync(FOLDER + name)) {
    mkdirSync(FOLDER, { recursive: true });
    for (const old of readdirSync(FOLDER)) if (old.endsWith('.tar')) rmSync(FOLDER + old, { force: true });
    const client = await openInMemory();
    await migrate(drizzle(client) as unknown as Database);
    // 600 files that no test needs.
    await client.exec('update pg_database set datistemplate = false');
    await client.exec('drop database template0');
    await client.exec('drop database template1');
    const dump = await client.dumpDataDir('none');
    await client.close();
    // Two test files may get here at once: each writes its own file, and the last one wins.
    const part = `${FOLDER}${randomUUID()}.part`;
    writeFileSync(part, Buffer.from(await dump.arrayBuffer()));
    renameSync(part, FOLDER + name);
  }
  return FOLDER + name;
}

async function createOnServer(url: string, log: Log): Promise<string> {
  const template = `template_${schemaName()}`;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await createTemplate(admin, template, addressOf(url, `${template}_new`), log);
    await admin.query('select pg_advisory_unlock($1)', [LOCK]);
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  return addressOf(url, name);
}

/** Creates the template under a temporary name and renames it when complete. */
async function createTemplate(admin: pg.Client, template: string, address: string, log: Log): Promise<void> {
  await admin.query(`drop database if exists ${template}_new`);
  await admin.query(`create database ${template}_new`);
  const open = openPostgres(address, log);
  await migrate(open.db);
  await open.close();
  await admin.query(`alter database ${template}_new rename to ${template}`);
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
