/** Names commonly given to secrets. */
const SECRET_NAME =
  /passw|passphrase|(?:^|_)pwd(?:_|$)|secret|token|credential|private|_keys?(?![a-z])|(?:api|access|encryption|signing)-?keys?(?![a-z])/i;
const CAMEL_KEY = /[a-z0-9]Keys?(?![a-z])/;

/** True for a name that suggests a secret value, for settings without metadata. */
export const hasSecretName = (key: string): boolean => SECRET_NAME.test(key) || CAMEL_KEY.test(key);

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
/** A URL with a password: `mysql://user:password@host`. */
const ADDRESS_WITH_PASSWORD = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:[^\s/@]{1,200}@/i;
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\./;
/** Token prefixes of well-known vendors. */
const MAKERS =
  /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|[sr]k_(?:live|test)_\w{16,}|mcr_[\w-]{40,})/;

/** Candidate for generated random text: a long run of letters and digits without separators. */
const RANDOM_PIECE = /[A-Za-z0-9+]{20,}/g;
const MAX_LOOKED_AT = 4_096;
/** Minimum entropy per character, in bits; hexadecimal text has at most 4. */
const MIN_BITS = { hex: 3, other: 3.7 };
const HEX = /^(?:[0-9a-f]+|[0-9A-F]+)$/;

/** True for a value that looks machine-generated, such as a key, token or password. */
export function hasSecretValue(value: string): boolean {
  const text = value.slice(0, MAX_LOOKED_AT);
  if ([PRIVATE_KEY, ADDRESS_WITH_PASSWORD, JSON_WEB_TOKEN, MAKERS].some((pattern) => pattern.test(text))) return true;
  return (text.match(RANDOM_PIECE) ?? []).some((piece) => {
    if (!/\d/.test(piece) || !/[A-Za-z]/.test(piece)) return false;
    const isHex = HEX.test(piece);
    return (!isHex || piece.length >= 32) && bitsOf(piece) >= (isHex ? MIN_BITS.hex : MIN_BITS.other);
  });
}

/** Shannon entropy per character, in bits. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** Whether each known key is secret, by name. */
export type SecretKeys = ReadonlyMap<string, { secret: boolean }>;

/** True for a secret setting: by its metadata or, without any, by its name or value (0050). */
export function isSecret(item: { key: string; value: string; secret?: boolean }, keys: SecretKeys): boolean {
  const { key, value } = item;
  if (item.secret) return true;
  return keys.get(key)?.secret ?? (hasSecretName(key) || hasSecretValue(value));
}
