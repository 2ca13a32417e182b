/** A verification key. */
export interface SigningKey {
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
