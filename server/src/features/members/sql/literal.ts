import type { Dialect } from '@mission-control/contract/members/columns';

/** Writes texts as SQL of one database. */
export type WriteLiteral = (text: string) => string;

/**
 * Characters that no literal may have as they are: the backslash means something to some settings of each database, and the
 * others hide or reorder what stands around them in an editor. A line break is harmless, and makes long texts readable.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\\\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/**
 * One writer per dialect. What has no unsafe character is written in quotes, quotes doubled, which reads the same whatever
 * the session is set to (NO_BACKSLASH_ESCAPES, ANSI_QUOTES, standard_conforming_strings); everything else as hexadecimal
 * digits of its UTF-8.
 * @throws Error for NUL and halves of surrogate pairs, which no database stores as they are
 */
export const LITERALS: Readonly<Record<Dialect, WriteLiteral>> = {
  mariadb: (text) => quoted(text) ?? `_utf8mb4 X'${hexOf(text)}'`,
  postgres: (text) => quoted(text) ?? `convert_from(decode('${hexOf(text)}', 'hex'), 'UTF8')`,
};

/** Whether a database can store the text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function quoted(text: string): string | undefined {
  if (!isStorable(text)) throw new Error('A text with NUL or half of a surrogate pair cannot be written as SQL.');
  return UNSAFE.test(text) ? undefined : `'${text.replaceAll("'", "''")}'`;
}

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
