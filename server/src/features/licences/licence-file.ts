import { licence as licenceSchema } from '@mission-control/contract/licences/schema';
import type { Licence } from '@mission-control/contract/licences/rules';
import type { Signing } from '../../ports/signing/port.ts';

const TITLE = 'Mission Control licence, format 1';
/** Exactly what `writeLicence` writes: nothing in a valid file can be written in another way. */
const FORM = new RegExp(
  `^${TITLE}\\nKey: (?<key>[0-9a-f]{16})\\nSignature: (?<signature>[A-Za-z0-9+/]{86}==)\\n\\n(?<entries>\\{[^]*\\}\\n)$`,
);

/** The licence in a file, or why it is none. */
export type ReadLicence = { licence: Licence; order: string[] } | { fault: string };

/** What is signed: the whole file but the line of the signature. */
const signedPart = (keyId: string, entries: string): Buffer => Buffer.from(`${TITLE}\nKey: ${keyId}\n\n${entries}`);

/** The file of a licence: a head with key and signature, and the entries as JSON, one a line in their order. */
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

/** Reads any bytes; only a file that `writeLicence` has made with one of the keys is a licence. */
export function readLicence(signing: Signing, file: Uint8Array): ReadLicence {
  if (file.length === 0) return { fault: 'The file is empty.' };
  const found = FORM.exec(textOf(file) ?? '')?.groups;
  const { key = '', signature = '', entries = '' } = found ?? {};
  if (!found) return { fault: 'The file is no licence of Mission Control.' };
  const bytes = Buffer.from(signature, 'base64');
  // The last digit of 64 bytes in base64 has bits to spare, which must not make a second file.
  const proof = bytes.toString('base64') === signature ? signing.verify(key, signedPart(key, entries), bytes) : 'wrong';
  if (proof === 'unknown-key')
    return { fault: `The licence was signed with key ${key}, which this console does not have.` };
  if (proof === 'wrong') return { fault: 'The licence was changed after it was signed.' };
  const licence = licenceSchema.safeParse(JSON.parse(entries));
  // Signed long ago, under other rules.
  if (!licence.success) return { fault: 'The licence holds entries that are not possible.' };
  return { licence: licence.data, order: namesOf(entries) };
}

/** The names in the order of the file, which has a line for each entry. */
function namesOf(entries: string): string[] {
  const lines = entries.trimEnd().split('\n').slice(1, -1);
  return lines.flatMap((line) => Object.keys(JSON.parse(`{${line.replace(/,$/, '')}}`) as object));
}

/** UTF-8 only, so that no two files have the same text. */
function textOf(file: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return null;
  }
}
