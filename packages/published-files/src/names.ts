import { PHP_CONSTANTS } from './php-constants.ts';
import type { Form } from './settings.ts';

export type FileFormat = 'php' | 'json' | 'dotenv';

/** Names that are valid in every format. A dot becomes part of the PHP variable's name: `${'a.b'}`. */
export const KEY_PATTERN = /^[A-Za-z_][A-Za-z0-9_.]*$/;
export const MAX_KEY_LENGTH = 128;
/** Maximum settings per file. */
export const MAX_SETTINGS = 10_000;

const PHP_VARIABLES = new Set(
  'this GLOBALS _GET _POST _COOKIE _FILES _SERVER _ENV _REQUEST _SESSION php_errormsg http_response_header argc argv'.split(
    ' ',
  ),
);
/** In any case. */
const PHP_WORDS = new Set(['true', 'false', 'null', '__compiler_halt_offset__']);

/** Why a setting's name is reserved in this format; null when it is allowed. Code blocks use their key as a title only. */
export function reservedName(format: FileFormat, { key, form }: { key: string; form: Form }): string | null {
  // Naive JSON readers would set the prototype.
  if (key === '__proto__') return '__proto__ cannot be the name of a setting.';
  if (format !== 'php') return null;
  const isReserved =
    form === 'constant'
      ? PHP_CONSTANTS.has(key) || PHP_WORDS.has(key.toLowerCase())
      : form === 'variable' && PHP_VARIABLES.has(key);
  return isReserved ? `${key} is reserved by PHP. Choose another name.` : null;
}
