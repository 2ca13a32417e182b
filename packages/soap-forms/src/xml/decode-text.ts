/** Supported encodings by the names used in documents; others are rejected. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
]);
const BOMS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;
/** Bytes searched for the declaration of a document. */
const HEAD = 200;

/**
 * Decodes a document: its byte order mark determines the encoding, else the header, else its declaration, else UTF-8.
 * @throws an Error with a user-facing message: unsupported encoding, or invalid bytes
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const encoding = encodingOf(bytes, contentType);
  const known = ENCODINGS.get(encoding);
  if (known === undefined) throw new Error(`Its encoding ${encoding.slice(0, 40)} is not supported.`);
  try {
    return new TextDecoder(known, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`It declares ${encoding} but is not valid ${encoding}.`, { cause: error });
  }
}

/** The same for display: invalid bytes become replacement characters. */
export function decodeLossy(bytes: Uint8Array, contentType: string): string {
  const known = ENCODINGS.get(encodingOf(bytes, contentType)) ?? 'utf-8';
  return new TextDecoder(known).decode(bytes);
}

function encodingOf(bytes: Uint8Array, contentType: string): string {
  const marked = BOMS.find(([, bom]) => bom.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const named = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  if (named !== undefined) return named.toLowerCase();
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  const declared = /^<\?xml\s[^>]{0,80}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  return declared?.toLowerCase() ?? 'utf-8';
}
