/** A key that signatures are checked with. */
export interface SigningKey {
  /** 16 hexadecimal digits, made from the public key. */
  id: string;
  /** PEM. */
  publicKey: string;
}

/** Signatures of files that other installations check with the public key alone. */
export interface Signing {
  /** The key that signs, then those that only prove what was signed before. */
  keys: readonly [SigningKey, ...SigningKey[]];
  /** Signs what `dataOf` makes of the id of the newest key. */
  sign(dataOf: (keyId: string) => Buffer): { keyId: string; signature: Buffer };
  /** `unknown-key` when no key has that id; a wrong signature of any shape is `wrong`, never an exception. */
  verify(keyId: string, data: Buffer, signature: Buffer): 'right' | 'wrong' | 'unknown-key';
}
