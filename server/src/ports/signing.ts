import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { ed25519Key } from '../platform/secrets/secrets.ts';

/** A verification key. */
interface SigningKey {
  /** 16 hexadecimal digits, made from the public key. */
  id: string;
  /** PEM. */
  publicKey: string;
}

/** Signs files that other installations verify with the public key alone. */
export interface Signing {
  /** The signing key, followed by verification-only keys. */
  keys: readonly [SigningKey, ...SigningKey[]];
  /** Signs the data that `dataOf` derives from the id of the newest key. */
  sign(dataOf: (keyId: string) => Buffer): { keyId: string; signature: Buffer };
  /** `unknown-key` when no key has that id; any malformed signature is `wrong`, never an exception. */
  verify(keyId: string, data: Buffer, signature: Buffer): 'right' | 'wrong' | 'unknown-key';
}

/** DER prefix of a 32-byte public key (RFC 8410). */
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const PUBLIC_MARK = 'public:';
const ID_DIGITS = 16;

interface Key extends SigningKey {
  public: KeyObject;
  /** Null for a verification-only key. */
  private: KeyObject | null;
}

/** True for 32 bytes in base64, prefixed with `public:` for a public key. */
export const isSigningKey = (text: string): boolean => /^(public:)?[A-Za-z0-9+/]{43}=$/.test(text);

/**
 * Ed25519 with node:crypto. To rotate, prepend a new key: the older ones still verify their signatures.
 * @param texts secret keys, 32 bytes in base64; with the prefix `public:` public keys, which only verify
 * @throws an Error naming the fault, when none of them can sign
 */
export function createSigning(texts: readonly string[]): Signing {
  const [newest, ...older] = texts.map(readKey);
  const signer = newest?.private;
  if (!newest || !signer) throw new Error('The first signing key must be a secret one: 32 bytes in base64.');
  const all = new Map([newest, ...older].map((key) => [key.id, key] as const));
  if (all.size !== texts.length) throw new Error('A signing key is listed twice.');
  const shown = ({ id, publicKey }: Key) => ({ id, publicKey });
  return {
    keys: [shown(newest), ...older.map(shown)],
    sign: (dataOf) => ({ keyId: newest.id, signature: sign(null, dataOf(newest.id), signer) }),
    verify(keyId, data, signature) {
      const key = all.get(keyId);
      if (!key) return 'unknown-key';
      return verify(null, data, key.public, signature) ? 'right' : 'wrong';
    },
  };
}

function readKey(text: string, index: number): Key {
  if (!isSigningKey(text)) throw new Error(`Signing key ${index + 1} is no 32 bytes in base64.`);
  const bytes = Buffer.from(text.replace(PUBLIC_MARK, ''), 'base64');
  const secret = text.startsWith(PUBLIC_MARK) ? null : ed25519Key(bytes);
  const open = secret
    ? createPublicKey(secret)
    : createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, bytes]), format: 'der', type: 'spki' });
  const der = open.export({ format: 'der', type: 'spki' });
  return {
    id: hash('sha256', der).slice(0, ID_DIGITS),
    public: open,
    publicKey: open.export({ format: 'pem', type: 'spki' }).toString(),
    private: secret,
  };
}
