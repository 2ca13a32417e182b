import { readKeyFile } from './key-file.ts';

const BYTES = 32;

/** The key of SECRETS_KEY, else of DATA_DIR/secrets.key, which is made (mode 0600) at the first start. */
export function loadSecretsKey(configured: string | undefined, dataDir: string): Buffer {
  if (configured) return Buffer.from(configured, 'base64');
  const { path, text } = readKeyFile(dataDir, 'secrets.key');
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== BYTES)
    throw new Error(`${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}
