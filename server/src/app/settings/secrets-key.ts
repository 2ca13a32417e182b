import { signingKey } from '../../features/auth/public.ts';
import type { Services } from '../../platform/context.ts';
import { OtherKeyError } from '../../platform/secrets/secrets.ts';
import { readKeyFile } from './licence-keys.ts';

const BYTES = 32;

/** The key of SECRETS_KEY, otherwise of DATA_DIR/secrets.key, created on first start (mode 0600). */
export function loadSecretsKey(configured: string | undefined, dataDir: string): Buffer {
  if (configured) return Buffer.from(configured, 'base64');
  const { path, text } = readKeyFile(dataDir, 'secrets.key');
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== BYTES)
    throw new Error(`${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}

/**
 * Verifies the key by decrypting the signing key of the access tokens, which is encrypted with it from the first start on.
 * @throws an Error with instructions when the data was encrypted with another key; nobody could sign in then, and no secret could be read
 */
export async function proveSecretsKey(services: Services): Promise<void> {
  try {
    await signingKey(services);
  } catch (error) {
    if (!(error instanceof OtherKeyError)) throw error;
    throw new Error(
      `the data is encrypted with another SECRETS_KEY (its id is ${error.keyId}; this process has ${error.ownKeyId}). ` +
        'Start with the key that the data was made with: SECRETS_KEY of the other processes, or, where it was never set, ' +
        'the file secrets.key of the DATA_DIR that belongs to this database.',
      { cause: error },
    );
  }
}
