import type { ConfigFormat } from '../services/catalogue.ts';

/** A name that every rendered format can carry. Dots are allowed: see the PHP renderer for what they become there. */
export const CONFIG_KEY_PATTERN = /^[A-Za-z_][A-Za-z0-9_.]*$/;
/** Characters of a key. */
export const CONFIG_KEY_LENGTH = 128;
/** UTF-8 bytes of one value. */
export const CONFIG_VALUE_BYTES = 65_536;
/** Items of one config, and entries of one diff. */
export const CONFIG_ITEMS = 10_000;

/** What is wrong with a key; null when it is fine. */
export function keyFault(key: string): string | null {
  if (key.length === 0) return 'Give the setting a name.';
  if (key.length > CONFIG_KEY_LENGTH) return `A name has at most ${CONFIG_KEY_LENGTH} characters.`;
  if (!CONFIG_KEY_PATTERN.test(key))
    return 'A name starts with a letter or _, and has only letters, digits, _ and dots.';
  return null;
}

/** What is wrong with a value; null when it is fine. */
export function valueFault(value: string): string | null {
  if (value.includes('\0')) return 'A value cannot contain the NUL character.';
  if (!value.isWellFormed()) return 'A value must be well-formed text: it contains half of a surrogate pair.';
  if (utf8Length(value) > CONFIG_VALUE_BYTES) return `A value has at most ${CONFIG_VALUE_BYTES / 1024} kB.`;
  return null;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // A surrogate is half of a four-byte character.
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

const PHP_VARIABLES = new Set(
  'this GLOBALS _GET _POST _COOKIE _FILES _SERVER _ENV _REQUEST _SESSION php_errormsg http_response_header argc argv'.split(
    ' ',
  ),
);
const PHP_CONSTANTS = new Set(['true', 'false', 'null', '__compiler_halt_offset__']);

/** Why a format cannot carry a setting of this name; null when it can. Code blocks (type 5) use their key as a title only. */
export function reservedFault(format: ConfigFormat, item: { key: string; type: number }): string | null {
  // An own key of this name turns into the prototype in careless readers of JSON.
  if (item.key === '__proto__') return '__proto__ cannot be the name of a setting.';
  if (format !== 'php') return null;
  const constant = item.type <= 2 && PHP_CONSTANTS.has(item.key.toLowerCase());
  const variable = (item.type === 3 || item.type === 4) && PHP_VARIABLES.has(item.key);
  return constant || variable ? `${item.key} is reserved by PHP. Choose another name.` : null;
}
