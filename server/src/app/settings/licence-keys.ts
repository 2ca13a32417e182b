import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { createSigning, isSigningKey, type Signing } from '../../ports/signing.ts';

const BYTES = 32;

/** Reads a key file in DATA_DIR, created on first start (mode 0600, 32 random bytes in base64). */
export function readKeyFile(dataDir: string, name: string): { path: string; text: string } {
  fs.mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  if (!fs.existsSync(path)) createKeyFile(dataDir, path);
  return { path, text: fs.readFileSync(path, 'utf8') };
}

function createKeyFile(dataDir: string, path: string): void {
  // Processes in containers that share the folder have equal process ids.
  const fresh = `${path}.${randomUUID()}`;
  flushed(fresh, 'wx', (file) => void fs.writeSync(file, `${randomBytes(BYTES).toString('base64')}\n`));
  try {
    // A hard link appears atomically and never replaces a key created concurrently by another process.
    fs.linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(fresh, { force: true });
  }
  // The folder is flushed too: a key must not be used before its directory entry would survive a power failure.
  flushed(dataDir, 'r');
}

/** Opens a file or folder, runs the work, and flushes it to disk. */
function flushed(path: string, flags: 'r' | 'wx', work: (file: number) => void = () => undefined): void {
  const file = fs.openSync(path, flags, 0o600);
  try {
    work(file);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** The keys of LICENCE_KEYS, otherwise of DATA_DIR/licence.keys: one per line, newest first; `#` starts a comment. */
export function openLicenceKeys(configured: readonly string[] | undefined, dataDir: string): Signing {
  if (configured) return createSigning(configured);
  const { path, text } = readKeyFile(dataDir, 'licence.keys');
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (keys.length === 0 || !keys.every(isSigningKey))
    throw new Error(`${path} is damaged: each line must hold 32 bytes in base64. Restore it from a backup.`);
  return createSigning(keys);
}
