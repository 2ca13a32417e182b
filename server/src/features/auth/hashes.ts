import { createHash } from 'node:crypto';

/** SHA-256 in base64url: how cookies and refresh tokens are stored. They are 256 random bits, so no salt is needed. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
