import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BYTES = 32;

/** The key of SECRETS_KEY, else of DATA_DIR/secrets.key, which is made (mode 0600) at the first start. */
export function loadSecretsKey(configured: string | undefined, dataDir: string): Buffer {
  if (configured) return Buffer.from(configured, 'base64');
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'secrets.key');
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
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== BYTES)
    throw new Error(`${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}
