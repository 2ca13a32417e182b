import { crc32 } from 'node:zlib';
import { TOKEN_PATTERN, TOKEN_PREFIX } from '@mission-control/contract/people/tokens';
import type { Random } from '../../../platform/clock.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 36;
const CHECK_LENGTH = 6;
/** The largest multiple of 62 that fits in a byte; bytes from there on are dropped, so that all characters are equally likely. */
const FAIR = 248;

/** A new token: prefix, 214 random bits, checksum; letters and digits only, so that a double click selects all of it. */
export function newTokenText(random: Random): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH)
    for (const byte of random.bytes(48)) if (byte < FAIR) secret += ALPHABET[byte % ALPHABET.length];
  secret = secret.slice(0, SECRET_LENGTH);
  return TOKEN_PREFIX + secret + checksum(secret);
}

/** CRC-32 in base 62, as in the tokens of GitHub and npm. */
function checksum(secret: string): string {
  let rest = crc32(TOKEN_PREFIX + secret);
  let text = '';
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Whether a text can be a token: rejects mistyped ones without a database query. */
export function isTokenText(text: string): boolean {
  if (!TOKEN_PATTERN.test(text)) return false;
  return text.endsWith(checksum(text.slice(TOKEN_PREFIX.length, -CHECK_LENGTH)));
}
