import { isUtf8 } from 'node:buffer';

/** Bytes sampled to detect UTF-16 without a byte order mark. */
const SAMPLE = 4_096;

/** Decodes text: UTF-8 and UTF-16 with or without byte order mark, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [even, odd] = zeros(bytes);
  if (odd > even * 4 && odd > 0) return 'utf-16le';
  if (even > odd * 4 && even > 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Zero bytes at even and odd positions of the sample, if there are enough for Western UTF-16 text; else none. */
function zeros(bytes: Uint8Array): [even: number, odd: number] {
  const counts: [number, number] = [0, 0];
  const length = Math.min(SAMPLE, bytes.byteLength);
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) counts[at % 2 === 0 ? 0 : 1] += 1;
  return counts[0] + counts[1] > length / 8 ? counts : [0, 0];
}
