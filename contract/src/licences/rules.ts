import { numberText } from '../numbers.ts';
/** Shown after an upload of a valid licence [LIC-07]. */
export const LICENCE_IMPORTED = 'Licence imported';
/** Shown after an upload of an invalid file [LIC-08]. */
export const LICENCE_NOT_IMPORTED = 'Licence failed to import';

export const LICENCE_LIMITS = {
  entries: 500,
  /** Characters. */
  name: 100,
  value: 5_000,
  filename: 100,
  /** Bytes of an uploaded file. */
  file: 2_097_152,
} as const;

export type LicenceValue = string | number | boolean;
/** The entries of a licence by name. */
export type Licence = Record<string, LicenceValue>;

/** Control, bidi and invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Why the name of an entry is invalid; null when it is valid. */
export function entryNameFault(name: string): string | null {
  if (name.trim() === '') return 'Enter a name.';
  if (name !== name.trim()) return 'The name must not begin or end with a space.';
  if (name.length > LICENCE_LIMITS.name) return `The name must have at most ${LICENCE_LIMITS.name} characters.`;
  if (UNSEEN.test(name)) return 'The name contains an invisible character.';
  return name === '__proto__' ? 'This name is not allowed.' : null;
}

/** Why the value of an entry is invalid; null when it is valid. */
export function entryValueFault(value: string): string | null {
  if (value.length <= LICENCE_LIMITS.value) return null;
  return `The value must have at most ${numberText(LICENCE_LIMITS.value)} characters.`;
}

const FILENAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._()+@-]*$/u;
/** Reserved device names on Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** File systems allow at most 255. */
const MAX_BYTES = 240;

/** Why the name of a licence file is invalid; null when it is valid. */
export function filenameFault(filename: string): string | null {
  if (filename.trim() === '') return 'Enter a file name.';
  const long = filename.length > LICENCE_LIMITS.filename || new TextEncoder().encode(filename).length > MAX_BYTES;
  if (long) return `The file name must have at most ${LICENCE_LIMITS.filename} characters.`;
  if (!FILENAME.test(filename))
    return 'The file name may contain letters, digits, spaces and . _ - ( ) + @, and must begin with a letter or digit.';
  if (/[. ]$/.test(filename)) return 'The file name must not end with a dot or a space.';
  return DEVICE.test(filename) ? 'Windows reserves this file name for a device. Choose another one.' : null;
}
