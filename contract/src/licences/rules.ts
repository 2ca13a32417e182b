/** Told after an upload of a valid licence [LIC-07]. */
export const LICENCE_IMPORTED = 'Licence imported';
/** Told after an upload of anything else [LIC-08]. */
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

/** What an entry holds. */
export type LicenceValue = string | number | boolean;
/** The entries of a licence by their names. */
export type Licence = Record<string, LicenceValue>;

/** Control characters, and those that change the direction of text or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What is wrong with the name of an entry; null for nothing. */
export function entryNameFault(name: string): string | null {
  if (name.trim() === '') return 'Enter a name.';
  if (name !== name.trim()) return 'The name must not begin or end with a space.';
  if (name.length > LICENCE_LIMITS.name) return `The name must have ${LICENCE_LIMITS.name} characters at most.`;
  if (UNSEEN.test(name)) return 'The name holds a character that cannot be seen.';
  return name === '__proto__' ? 'This name is not possible.' : null;
}

/** What is wrong with the value of an entry; null for nothing. */
export function entryValueFault(value: string): string | null {
  if (value.length <= LICENCE_LIMITS.value) return null;
  return `The value must have ${LICENCE_LIMITS.value.toLocaleString('en-GB')} characters at most.`;
}

const FILENAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._()+@-]*$/u;
/** Names of devices on Windows, with or without an ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** No file system takes more than 255. */
const MOST_BYTES = 240;

/** What is wrong with the name of the file that a licence is exported to; null for nothing. */
export function filenameFault(filename: string): string | null {
  if (filename.trim() === '') return 'Enter a file name.';
  const long = filename.length > LICENCE_LIMITS.filename || new TextEncoder().encode(filename).length > MOST_BYTES;
  if (long) return `The file name must have ${LICENCE_LIMITS.filename} characters at most.`;
  if (!FILENAME.test(filename))
    return 'The file name may hold letters, digits, spaces and . _ - ( ) + @, and begins with a letter or digit.';
  if (/[. ]$/.test(filename)) return 'The file name must not end with a dot or a space.';
  return DEVICE.test(filename) ? 'Windows keeps this file name for a device. Choose another one.' : null;
}
