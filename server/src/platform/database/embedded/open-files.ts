import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs';
import { findWriteError } from '../../disk-fault.ts';
import { GuardedFiles } from './guarded-files.ts';

/** Fixed size of pg_control. */
const CONTROL_BYTES = 8_192;
/** The default of 128 MB shared buffers is reserved in WebAssembly memory at once; 16 MB serve a console well. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens a database in memory. @param template its initial content: a dump of another */
export const openInMemory = async (template?: Blob): Promise<PGlite> =>
  PGlite.create({ startParams, loadDataDir: template ?? (await emptyDatabase()) });

/**
 * Opens the files of the embedded database, creating them on first start.
 * @param assertLockHeld called before they are written
 * @throws an Error with instructions for a full disk or damaged files
 */
export async function openFiles(folder: string, assertLockHeld: () => void): Promise<PGlite> {
  const unfinished = `${folder}.unfinished`;
  // The first start was killed while creating the files: they hold no data yet.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = readdirSync(folder).length === 0;
  if (!isNew) refuseDamaged(folder);
  try {
    if (isNew) writeFileSync(unfinished, '', { mode: 0o600 });
    const client = await PGlite.create({
      fs: new GuardedFiles(folder, assertLockHeld),
      startParams,
      // Unpacking a prepared database takes a fifth of the time of creating one.
      ...(isNew && { loadDataDir: await emptyDatabase() }),
    });
    if (isNew) rmSync(unfinished);
    return client;
  } catch (error) {
    const fault = await findWriteError(folder);
    if (fault !== null)
      throw new Error(`The embedded database cannot be opened: ${folder} cannot be written to. ${fault}`, {
        cause: error,
      });
    if (isNew) throw error;
    throw damaged(folder, 'it does not start with its files', error);
  }
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
