import {
  KEY_PATTERN,
  MAX_KEY_LENGTH,
  MAX_SETTINGS,
  reservedName,
  type FileFormat,
} from '@mission-control/published-files/names';

/** Maximum size of one value, in UTF-8 bytes. */
export const CONFIG_VALUE_BYTES = 65_536;
/** Maximum items in a config, and entries in a diff. */
export const CONFIG_ITEMS = MAX_SETTINGS;

/** Why a key is invalid; null when it is valid. */
export function keyFault(key: string): string | null {
  if (key.length === 0) return 'Enter a name for the setting.';
  if (key.length > MAX_KEY_LENGTH) return `A name has at most ${MAX_KEY_LENGTH} characters.`;
  if (!KEY_PATTERN.test(key)) return 'A name starts with a letter or _, and has only letters, digits, _ and dots.';
  return null;
}

/** Why a value is invalid; null when it is valid. */
export function valueFault(value: string): string | null {
  if (value.includes('\0')) return 'A value cannot contain the NUL character.';
  if (!value.isWellFormed()) return 'A value must be well-formed text: it contains half of a surrogate pair.';
  if (utf8Length(value) > CONFIG_VALUE_BYTES) return `A value has at most ${CONFIG_VALUE_BYTES / 1024} KB.`;
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

/** How an item of this type is written in this format. */
export function formOf(format: FileFormat, type: number): 'constant' | 'variable' | 'block' | 'text' {
  if (format !== 'php') return 'text';
  if (type === 5) return 'block';
  return type <= 2 ? 'constant' : 'variable';
}

/** Why a setting's name is reserved in this format; null when it is allowed. */
export const reservedFault = (format: FileFormat, { key, type }: { key: string; type: number }): string | null =>
  reservedName(format, { key, form: formOf(format, type) });

export const MAX_REVEAL_REASON = 200;

/** Why a reason for revealing a secret is invalid; null when it is valid. The audit log keeps it permanently. */
export function revealReasonFault(text: string): string | null {
  if (text.trim().length < 3) return 'Enter a reason of at least 3 characters.';
  if (text.length > MAX_REVEAL_REASON) return `Use at most ${MAX_REVEAL_REASON} characters.`;
  return /\p{Cc}/u.test(text) ? 'Use a single line.' : null;
}
