import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromPglite } from 'pg-boss';
import { probeFolder } from '../../disk-fault.ts';
import { closingOf, type Database, type OpenDatabase } from '../database.ts';
import { lockDirectory, type DirectoryLock } from './directory-lock.ts';
import { GuardedFiles } from './guarded-files.ts';

/** Fixed size of pg_control. */
const CONTROL_BYTES = 8_192;

/**
 * Opens the embedded database in a folder, creating it on first start.
 * @param mustHold called before its files are written
 * @throws an Error with instructions for a full disk or damaged files
 */
async function openFolder(folder: string, startParams: string[], mustHold: () => void): Promise<PGlite> {
  const unfinished = `${folder}.unfinished`;
  // The first start was killed while creating the files: they hold no data yet.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = readdirSync(folder).length === 0;
  if (!isNew) refuseDamaged(folder);
  try {
    if (isNew) writeFileSync(unfinished, '', { mode: 0o600 });
    const client = await PGlite.create({ fs: new GuardedFiles(folder, mustHold), startParams });
    if (isNew) rmSync(unfinished);
    return client;
  } catch (error) {
    const fault = await probeFolder(folder);
    if (fault !== null)
      throw new Error(`The embedded database cannot be opened: ${folder} cannot be written to. ${fault}`, {
        cause: error,
      });
    if (isNew) throw error;
    throw damaged(folder, 'it does not start with its files', error);
  }
}

const movedMark = (dataDir: string): string => join(dataDir, 'database.moved');

/** Retires the embedded database of a folder: its data lives in PostgreSQL now. */
export const markMoved = (dataDir: string, at: Date): void =>
  writeFileSync(movedMark(dataDir), `${at.toISOString()}\n`, { mode: 0o600 });

function refuseMoved(dataDir: string): void {
  const mark = movedMark(dataDir);
  if (!existsSync(mark)) return;
  const at = readFileSync(mark, 'utf8').trim();
  throw new Error(
    `The data of this console was moved to PostgreSQL at ${at}: set DATABASE_URL. To return to its state at that time, remove ${mark}.`,
  );
}

/** Detects damage that the database would miss or hang on. */
function refuseDamaged(folder: string): void {
  const control = join(folder, 'global', 'pg_control');
  const missing = ['PG_VERSION', 'postgresql.conf', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !existsSync(join(folder, name)),
  );
  if (missing.length > 0) throw damaged(folder, `${missing.join(', ')} missing`);
  if (!existsSync(control) || statSync(control).size !== CONTROL_BYTES)
    throw damaged(folder, 'global/pg_control is incomplete');
}

function damaged(folder: string, what: string, cause?: unknown): Error {
  return new Error(
    `The embedded database in ${folder} is damaged: ${what}. Nothing was changed. Set the folder aside and restore DATA_DIR from ` +
      'its last backup: "Backup and restore" in docs/operating.md.',
    { cause },
  );
}

/**
 * Opens the embedded database.
 * @param dataDir the installation's DATA_DIR; null keeps everything in memory, for tests
 * @param template initial content of an in-memory database: a dump of another
 * @throws when another live process has the directory open
 */
export async function openPglite(dataDir: string | null, template?: Blob): Promise<OpenDatabase> {
  if (dataDir !== null) refuseMoved(dataDir);
  const lock = dataDir === null ? null : await lockDirectory(dataDir);
  let client: PGlite;
  try {
    client = await createClient(dataDir, lock, template);
  } catch (error) {
    await lock?.release();
    throw error;
  }
  return {
    kind: 'embedded',
    db: open(client),
    exec: async (sql) => void (await client.exec(sql)),
    // Within one process no notification can be lost.
    listen: async (channel, onPayload) => ({
      stop: await client.listen(channel, onPayload),
      isListening: () => true,
      lastProofMsAgo: () => 0,
    }),
    withLongTimeouts: (work) => work(),
    pools: () => ({}),
    bossDb: fromPglite(client),
    // The directory lock already keeps other processes out.
    exclusively: (work) => work(),
    // No other process can observe it.
    hold: async () => async () => undefined,
    ping: async () => void (await client.query('select 1')),
    close: async () => {
      await client.close();
      await lock?.release();
    },
  };
}

function open(client: PGlite): Database {
  const db = drizzle(client) as unknown as Database;
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      const result = await work(tx);
      const closing = closingOf(tx);
      if (closing) await tx.execute(closing);
      return result;
    }, config);
  return db;
}

async function createClient(dataDir: string | null, lock: DirectoryLock | null, template?: Blob): Promise<PGlite> {
  // The default of 128 MB shared buffers is reserved in WebAssembly memory at once; 16 MB serve a console well.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
  if (dataDir === null || lock === null)
    return PGlite.create({ startParams, ...(template && { loadDataDir: template }) });
  return openFolder(join(dataDir, 'database'), startParams, () => lock.mustHold());
}
