import { licence as licenceSchema } from '@mission-control/contract/licences/calls';
import type { Licence } from '@mission-control/contract/licences/rules';
import type { Signing } from '../../ports/signing.ts';

const TITLE = 'Mission Control licence, format 1';
/** The canonical form written by `writeLicence`; a licence has exactly one valid encoding. */
const FORM = new RegExp(
  `^${TITLE}\\nKey: (?<key>[0-9a-f]{16})\\nSignature: (?<signature>[A-Za-z0-9+/]{86}==)\\n\\n(?<entries>\\{[^]*\\}\\n)$`,
);

/** The signed bytes: the file without the signature line. */
const signedPart = (keyId: string, entries: string): Buffer => Buffer.from(`${TITLE}\nKey: ${keyId}\n\n${entries}`);

/** Serializes a licence: a header with key and signature, then the entries as JSON, one per line in `order`. */
export function writeLicence(
  signing: Signing,
  licence: Licence,
  order: readonly string[] = Object.keys(licence),
): { keyId: string; file: Buffer } {
  const lines = order.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(licence[name])}`);
  const entries = `{\n${lines.join(',\n')}\n}\n`;
  const { keyId, signature } = signing.sign((id) => signedPart(id, entries));
  const file = Buffer.from(`${TITLE}\nKey: ${keyId}\nSignature: ${signature.toString('base64')}\n\n${entries}`);
  return { keyId, file };
}

/** Verifies and parses a file, or says why it is invalid; only output of `writeLicence` signed with a known key is accepted. */
export function readLicence(
  signing: Signing,
  file: Uint8Array,
): { licence: Licence; order: string[] } | { fault: string } {
  if (file.length === 0) return { fault: 'The file is empty.' };
  const found = FORM.exec(textOf(file) ?? '')?.groups;
  const { key = '', signature = '', entries = '' } = found ?? {};
  if (!found) return { fault: 'The file is not a Mission Control licence.' };
  const bytes = Buffer.from(signature, 'base64');
  // The last base64 digit of 64 bytes has unused bits, which must not allow a second encoding.
  const proof = bytes.toString('base64') === signature ? signing.verify(key, signedPart(key, entries), bytes) : 'wrong';
  if (proof === 'unknown-key')
    return { fault: `The licence was signed with key ${key}, which this console does not have.` };
  if (proof === 'wrong') return { fault: 'The licence was changed after it was signed.' };
  const licence = licenceSchema.safeParse(JSON.parse(entries));
  // Signed under an older schema.
  if (!licence.success) return { fault: 'The licence contains invalid entries.' };
  return { licence: licence.data, order: namesOf(entries) };
}

/** Entry names in file order, one entry per line. */
function namesOf(entries: string): string[] {
  const lines = entries.trimEnd().split('\n').slice(1, -1);
  return lines.flatMap((line) => Object.keys(JSON.parse(`{${line.replace(/,$/, '')}}`) as object));
}

/** Strict UTF-8, so that no two files decode to the same text. */
function textOf(file: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return null;
  }
}
