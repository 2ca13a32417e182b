import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** Encryption of secrets at rest: AES-256-GCM, bound to the place of the value so that rows cannot be swapped. */
export interface Secrets {
  /** @param place identifies the value uniquely, e.g. `config|12|coursepro|DB_PASSWORD` */
  encrypt(plain: string, place: string): string;
  /** @throws when the text was modified or moved to another place; OtherKeyError when it was encrypted under another key */
  decrypt(cipher: string, place: string): string;
  /**
   * A keyed hash: equal for equal texts, and useless without the key, so that the hidden part of a known text cannot be guessed by trial.
   */
  fingerprint(text: string): string;
  /** Ed25519 key that signs checkpoints of the audit log. */
  signingKey: KeyObject;
}

const FORMAT = 'v1';
/** DER prefix of a 32-byte Ed25519 key (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 private key of 32 secret bytes. */
export const ed25519Key = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' });

/** The value was encrypted under a different key. */
export class OtherKeyError extends Error {
  readonly keyId: string;
  readonly ownKeyId: string;

  constructor(keyId: string, ownKeyId: string) {
    super(`The value was encrypted under key ${keyId}; this process has key ${ownKeyId}. Check SECRETS_KEY.`);
    this.keyId = keyId;
    this.ownKeyId = ownKeyId;
  }
}

/** @param key 32 bytes. The stored text is `v1.<key id>.<iv>.<tag>.<data>`, base64url. */
export function createSecrets(key: Buffer): Secrets {
  if (key.length !== 32) throw new Error('The secrets key must have 32 bytes.');
  const keyId = hash('sha256', key).slice(0, 8);
  // A derived key, so that fingerprints reveal nothing about the encryption key. A key object, which raw bytes would create each time.
  const fingerprintKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'mission-control fingerprint', 32)));
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'mission-control audit checkpoints', 32));
  return {
    signingKey: ed25519Key(seed),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    encrypt(plain, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [FORMAT, keyId, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
    },
    decrypt(text, place) {
      const [format, id, iv, tag, data] = text.split('.');
      if (format !== FORMAT || !id || !iv || !tag || data === undefined) throw new Error('Not an encrypted value.');
      if (id !== keyId) throw new OtherKeyError(id, keyId);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}
