import { createSigning, isSigningKey } from '../ports/signing/ed25519-driver.ts';
import type { Signing } from '../ports/signing/port.ts';
import { readKeyFile } from './key-file.ts';

/** The keys of LICENCE_KEYS, else of DATA_DIR/licence.keys: one a line, the newest first; `#` begins a remark. */
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
