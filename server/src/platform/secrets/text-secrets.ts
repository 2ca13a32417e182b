import { hasSecretName } from '@mission-control/contract/config/secrets';

const MASK = '********';

/** Skips most texts, which contain nothing that accompanies a secret. */
const MAYBE = /[=:]|bearer|basic|eyJ|-----BEGIN|AKIA|gh[pousr]_|glpat-|xox|k_live|k_test|mcr_/i;
/** `mysql://user:password@host` */
const PASSWORD_OF_ADDRESS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}(?=@)/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const AUTHORIZATION = /\b(bearer|basic)(\s{1,3})[\w.~+/=-]{8,}/gi;
const TOKEN =
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?|\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|[sr]k_(?:live|test)_\w{16,}|mcr_[\w-]{40,})/g;
/** What precedes a value: `API_TOKEN=`, `"password": ` */
const NAME = /(?<![\w.-])([\w.-]{2,60})["']?[ \t]{0,3}[=:][ \t]{0,3}/g;
const VALUE = /"[^"\n]{1,500}"|'[^'\n]{1,500}'|[^\s"',;&)\]}]{1,500}/y;

/**
 * Masks likely secrets in an external text, such as a log: values of names that suggest one, passwords in addresses, tokens and
 * private keys.
 */
export function maskTextSecrets(text: string): string {
  if (!MAYBE.test(text)) return text;
  const masked = text
    .replace(PRIVATE_KEY, MASK)
    .replace(PASSWORD_OF_ADDRESS, `$1${MASK}`)
    .replace(AUTHORIZATION, `$1$2${MASK}`)
    .replace(TOKEN, MASK);
  return maskNamed(masked);
}

/** Values of names that suggest a secret. */
function maskNamed(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: found, 1: name = '', index } of text.matchAll(NAME)) {
    if (index < at || !hasSecretName(name)) continue;
    VALUE.lastIndex = index + found.length;
    const value = VALUE.exec(text)?.[0];
    if (value === undefined) continue;
    parts.push(text.slice(at, index + found.length), MASK);
    at = index + found.length + value.length;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
}
