import type { Dialect } from '@mission-control/contract/members/columns';

/** Writes a text as an SQL literal. */
export type WriteLiteral = (text: string) => string;

/**
 * Characters that must not appear verbatim in a literal: a backslash is an escape under some settings of each database, the others
 * hide or reorder the surrounding text in editors. Line breaks are harmless and keep long texts readable.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\\\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/;

/**
 * One writer per dialect. Safe texts are quoted with quotes doubled, which every session setting reads alike (NO_BACKSLASH_ESCAPES,
 * ANSI_QUOTES, standard_conforming_strings); others are written as hexadecimal UTF-8.
 * @throws Error for NUL and lone surrogates, which no database can store
 */
export const LITERALS: Readonly<Record<Dialect, WriteLiteral>> = {
  mariadb: (text) => quoted(text) ?? `_utf8mb4 X'${hexOf(text)}'`,
  postgres: (text) => quoted(text) ?? `convert_from(decode('${hexOf(text)}', 'hex'), 'UTF8')`,
};

/** True if a database can store the text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function quoted(text: string): string | undefined {
  if (!isStorable(text)) throw new Error('A text with NUL or half of a surrogate pair cannot be written as SQL.');
  return UNSAFE.test(text) ? undefined : `'${text.replaceAll("'", "''")}'`;
}

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
