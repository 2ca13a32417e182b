import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BYTES = 32;

/** A file of keys in DATA_DIR, which is made (mode 0600, 32 random bytes in base64) at the first start. */
export function readKeyFile(dataDir: string, name: string): { path: string; text: string } {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // A hard link appears whole or not at all, and never replaces a key that another process has made meanwhile.
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return { path, text: readFileSync(path, 'utf8') };
}
