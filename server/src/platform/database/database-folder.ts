import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { probeFolder } from '../disk-fault.ts';
import { GuardedFiles } from './guarded-files.ts';

/** The size that PostgreSQL gives this file, whatever is in it. */
const CONTROL_BYTES = 8_192;

/**
 * Opens the embedded database of a folder, which is made at the first start.
 * @param mustHold called before its files are written.
 * @throws an Error that says what to do about a full disk or damaged files
 */
export async function openFolder(folder: string, startParams: string[], mustHold: () => void): Promise<PGlite> {
  const unfinished = `${folder}.unfinished`;
  // A first start that was killed while it made the files: nothing is in them yet.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = readdirSync(folder).length === 0;
  if (!isNew) refuseDamaged(folder);
  try {
    if (isNew) writeFileSync(unfinished, '', { mode: 0o600 });
    const client = await PGlite.create({ fs: new GuardedFiles(folder, mustHold), startParams });
    await client.query('select 1');
    if (isNew) rmSync(unfinished);
    return client;
  } catch (error) {
    const fault = await probeFolder(folder);
    if (fault !== null)
      throw new Error(`The embedded database cannot be opened: ${folder} cannot be written to. ${fault}`, {
        cause: error,
      });
    if (isNew) throw error;
    throw damaged(folder, 'it does not start from its files', error);
  }
}

/** What the database itself would not notice, or would hang on. */
function refuseDamaged(folder: string): void {
  const control = join(folder, 'global', 'pg_control');
  const missing = ['PG_VERSION', 'postgresql.conf', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !existsSync(join(folder, name)),
  );
  if (missing.length > 0) throw damaged(folder, `${missing.join(', ')} missing`);
  if (!existsSync(control) || statSync(control).size !== CONTROL_BYTES)
    throw damaged(folder, 'global/pg_control is not whole');
}

function damaged(folder: string, what: string, cause?: unknown): Error {
  return new Error(
    `The embedded database in ${folder} is damaged: ${what}. Nothing was changed. Keep the folder aside and restore DATA_DIR from ` +
      'its last backup: "Backup and restore" in docs/operating.md.',
    { cause },
  );
}
