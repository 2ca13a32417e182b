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
/**
 * What precedes a value: `API_TOKEN=`, `"password": `, `'password' => `; `[password] => `, `[password:App\User:private] => ` and
 * `["password"]=>\n string(4) ` of PHP. Quotes may be escaped, as those of JSON in JSON.
 */
const NAME =
  /(?<![\w.-])([\w.-]{2,60})\\{0,7}["']?(?:(?::[^\s[\]=]{1,120})?(\])[ \t]{0,3}=>?|[ \t]{0,3}(?:=>|[=:]))[ \t]{0,3}(?:\n[ \t]{0,40}string\(\d{1,9}\) )?/g;
const OPENING = /\\{0,7}(["'])/y;
const PLAIN = /[^\s"',;&)\]}]+/y;
/** A value of `print_r` has no quotes: it extends to the next name, or to the end of the line. */
const PRINTED = /[^\n]*?(?=[ \t]\[[\w.-]{1,60}\][ \t]=>|$)/my;

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

/** Values of names that suggest a secret. Each part of the text is masked once, so the work grows with its length. */
function maskNamed(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: found, 1: name = '', 2: bracket, index } of text.matchAll(NAME)) {
    const start = index + found.length;
    // A name in a masked value may precede a value that is not masked: `token: password: x`.
    if (start < at || !hasSecretName(name)) continue;
    const end = endOfValue(text, start, bracket !== undefined);
    if (end === start) continue;
    parts.push(text.slice(at, start), MASK);
    at = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
}

function endOfValue(text: string, start: number, isPrinted: boolean): number {
  const opening = matchAt(OPENING, text, start);
  if (opening) return endOfQuoted(text, start + opening[0].length, opening);
  return start + (matchAt(isPrinted ? PRINTED : PLAIN, text, start)?.[0].length ?? 0);
}

/** A quotation ends at a quote that is escaped like its opening, or else at the end of the line. */
function endOfQuoted(text: string, start: number, [{ length }, quote]: RegExpExecArray): number {
  // 1 without escapes, 2 within JSON, 4 within JSON within JSON.
  for (let at = start, escapes = 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') escapes += 1;
    else if (text[at] === quote && (escapes - length) % (2 * length) === 0) return at + 1;
    else escapes = 1;
  }
  const line = text.indexOf('\n', start);
  return line === -1 ? text.length : line;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
